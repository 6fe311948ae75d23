//! Enums whose variants have names.

/// Declares an enum with the name of each variant: `ALL` has the variants in order, `name` returns their names, as
/// `Display` does, and `named` finds them by name.
///
/// ```text
/// named! {
///     /// A direction.
///     pub enum Direction {
///         /// To the right.
///         Right = "right",
///         Left = "left",
///     }
/// }
/// ```
#[macro_export]
macro_rules! named {
    ($(#[$meta:meta])* $vis:vis enum $enum:ident {
        $($(#[$of_variant:meta])* $variant:ident = $name:literal,)*
    }) => {
        $(#[$meta])*
        $vis enum $enum {
            $($(#[$of_variant])* $variant,)*
        }

        impl $enum {
            /// All variants, in order.
            #[allow(dead_code)]
            $vis const ALL: [Self; [$($name),*].len()] = [$(Self::$variant),*];

            /// The name in files, options and messages.
            $vis const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }

            /// The variant with this name.
            #[allow(dead_code)]
            $vis fn named(name: &str) -> Option<Self> {
                Self::ALL.into_iter().find(|variant| variant.name() == name)
            }
        }

        impl std::fmt::Display for $enum {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.name())
            }
        }
    };
}
