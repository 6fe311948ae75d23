"""Random words, labels, sentences and numbers for tables and texts."""

import random

WORDS = """harbour engine forest committee annual quarter survey district railway pension budget energy coal wind solar
income region bridge mill county library hospital teacher pupil vessel grain barley wheat cattle copper zinc iron steel
cotton paper export import tariff duty licence permit visitor tourist museum theatre water sewage refuse waste plant
school college road traffic accident fire police court prison election vote member party union wage salary hour shift
labour strike price index rent house flat household family child woman man birth death marriage disease doctor nurse bed
clinic medicine vaccine test sample measure value rate share total average median result method model figure study data
set report review article author year month week day time place name number code type class group order level grade
mark score point line page book volume series edition press print""".split()
COUNTRIES = """Austria Belgium Bulgaria Cyprus Denmark Estonia Finland France Germany Greece Hungary Ireland Italy Latvia
Lithuania Luxembourg Malta Netherlands Poland Portugal Romania Slovakia Slovenia Spain Sweden Norway Iceland Turkey
Croatia Serbia""".split()
NUMBERS = ("int", "dec", "pct", "money", "neg", "gap", "space")


class Words(random.Random):
    """The random texts of one page."""

    def words(self, count):
        return " ".join(self.choice(WORDS) for _ in range(count))

    def label(self, least=1, most=3):
        return self.words(self.randint(least, most)).capitalize()

    def sentence(self, least=8, most=18):
        return self.label(least, most) + "."

    def prose(self, sentences=5):
        return " ".join(self.sentence() for _ in range(sentences))

    def paragraphs(self, count):
        return "".join(f"<p>{self.prose()}</p>" for _ in range(count))

    def year(self):
        return str(self.randint(1950, 2020))

    def number(self, kind):
        if kind == "int":
            return f"{self.randint(1, 99999):,}"
        if kind == "dec":
            return f"{self.uniform(0, 100):.1f}"
        if kind == "pct":
            return f"{self.uniform(0, 100):.1f}%"
        if kind == "money":
            return f"${self.randint(1, 9999):,}"
        if kind == "neg":
            value = self.uniform(-50, 50)
            return f"({-value:.2f})" if value < 0 else f"{value:.2f}"
        if kind == "gap":
            return "–" if self.random() < 0.3 else str(self.randint(1, 500))
        return f"{self.randint(1000, 999999):,}".replace(",", "\u00a0")
