"""Text in several languages: sentences, names, numbers and dates from word lists written for this package.

The text means nothing. Its words, their lengths, and the lengths of sentences are those of plain prose.
"""

from __future__ import annotations

from random import Random

# Per language: small words (repeated often), content words, family names, given names, months.
LISTS = {
    "en": (
        "the of and to in a is that it for was on are with as by this at from which or an be but not have were has",
        "water report garden measure winter bridge surface council number village engine result station market "
        "harbour letter method sample account printer season river factor window growth teacher paper railway "
        "temperature region treatment average journey cotton silver evening committee hospital process library "
        "machine visitor history music weather colour animal purchase record system museum summer energy signal "
        "distribution agreement population concentration development observation increase remain show describe "
        "reduce compare contain follow begin produce small large early common recent different similar important "
        "annual northern public simple heavy narrow complete careful usually often nearly slowly together also "
        "field stone wood glass road house school farm mill coast island forest bread coffee butter fish wool",
        "Hartley Mason Whitcombe Brook Ellery Sandford Thorne Paxton Ridley Marlow Kemble Osgood",
        "Anna Thomas Ruth Edward Clara Henry Alice Martin Nora Simon Grace Peter",
        "January February March April May June July August September October November December",
    ),
    "de": (
        "der die und in den von zu das mit sich des auf für ist im dem nicht ein eine als auch es an werden aus er",
        "Wasser Bericht Garten Messung Winter Brücke Oberfläche Gemeinde Anzahl Maschine Ergebnis Bahnhof Markt "
        "Hafen Verfahren Probe Rechnung Drucker Fluss Fenster Wachstum Lehrer Papier Eisenbahn Temperatur Gebiet "
        "Behandlung Durchschnitt Reise Baumwolle Silber Ausschuss Krankenhaus Bücherei Geschichte Wetter Farbe "
        "Bevölkerungsentwicklung Verwaltungsgebäude Wasserversorgung Straßenbeleuchtung Jahresabschluss "
        "klein groß früh häufig neu ähnlich wichtig jährlich öffentlich einfach schwer schmal sorgfältig zeigt "
        "enthält beginnt folgt verringert vergleicht bleibt erzeugt steigt meist oft fast langsam zusammen Feld "
        "Stein Holz Glas Haus Schule Hof Mühle Küste Insel Wald Brot Kaffee Butter Fisch Wolle Löhne Gebühren",
        "Brenner Köhler Lindner Maurer Weißmann Schäfer Vogt Hölzl Kramer Reuter Stolz Ahrens",
        "Anna Thomas Ruth Eduard Klara Heinrich Jürgen Martin Nora Simon Greta Peter",
        "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
    ),
    "fr": (
        "de la le et les des en un du une que est pour qui dans par plus au sur ne se pas avec sont il ce",
        "eau rapport jardin mesure hiver pont surface conseil nombre village moteur résultat gare marché port "
        "lettre méthode échantillon compte saison rivière fenêtre croissance maître papier région traitement "
        "moyenne voyage coton argent soirée comité hôpital bibliothèque machine visiteur histoire musique temps "
        "couleur achat été énergie répartition développement observation montre décrit réduit compare contient "
        "commence produit petit grand ancien commun récent différent semblable important annuel public simple "
        "lourd étroit complet souvent presque lentement ensemble champ pierre bois verre route maison école "
        "ferme moulin côte île forêt pain café beurre poisson laine température population accord",
        "Lefèvre Moreau Garnier Chevalier Rousselet Dubreuil Fontaine Marchand Perrin Gauthier Delorme Renaud",
        "Anne Thomas Hélène Édouard Claire Henri Alice Martin Noémie Simon Grâce Pierre",
        "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    ),
    "es": (
        "de la que el en y a los del se las por un para con no una su al lo como más pero sus le ya",
        "agua informe jardín medida invierno puente superficie consejo número pueblo motor resultado estación "
        "mercado puerto carta método muestra cuenta temporada río ventana crecimiento maestro papel región "
        "tratamiento promedio viaje algodón plata tarde comité hospital biblioteca máquina visitante historia "
        "música tiempo color compra verano energía señal distribución desarrollo observación muestra describe "
        "reduce compara contiene empieza produce pequeño grande temprano común reciente distinto parecido "
        "importante anual público sencillo pesado estrecho completo siempre casi juntos campo piedra madera "
        "vidrio camino casa escuela granja molino costa isla bosque pan café pescado lana población acuerdo",
        "Herrera Molina Castaño Ibáñez Robledo Salinas Quintero Peralta Núñez Aguilar Cordero Montes",
        "Ana Tomás Rut Eduardo Clara Enrique Alicia Martín Nora Simón Gracia Pedro",
        "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
    ),
    "pl": (
        "w i z na do nie się jest to że o jak po za od przez dla są przy jako oraz tym przed także już lub",
        "woda raport ogród pomiar zima most powierzchnia rada liczba wioska silnik wynik dworzec rynek port list "
        "metoda próbka rachunek drukarka rzeka okno wzrost nauczyciel papier kolej temperatura obszar leczenie "
        "średnia podróż bawełna srebro wieczór komisja szpital biblioteka maszyna gość historia muzyka pogoda "
        "barwa zakup lato energia rozkład rozwój obserwacja ludność umowa pokazuje opisuje zmniejsza zawiera "
        "zaczyna mały duży wczesny częsty nowy podobny ważny roczny publiczny prosty ciężki wąski pełny zwykle "
        "często prawie powoli razem pole kamień drewno szkło droga dom szkoła młyn brzeg wyspa las chleb masło",
        "Wiśniewski Zając Górski Kowalczyk Lis Żuraw Sikora Brzoza Mazur Dąbek Kruk Olszewski",
        "Anna Tomasz Róża Edward Klara Henryk Alicja Marcin Nora Szymon Łucja Piotr",
        "stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia",
    ),
    "ru": (
        "и в не на с что по как это из у за от для до при или так же но а бы ещё уже были был",
        "вода отчёт сад измерение зима мост поверхность совет число деревня двигатель результат станция рынок "
        "порт письмо метод проба счёт река окно рост учитель бумага дорога температура область лечение среднее "
        "поездка хлопок серебро вечер больница библиотека машина история музыка погода цвет покупка лето энергия "
        "развитие наблюдение население договор показывает описывает содержит начинает малый большой ранний новый "
        "важный годовой простой тяжёлый узкий полный обычно часто почти медленно вместе поле камень дерево "
        "стекло дом школа мельница берег остров лес хлеб масло рыба шерсть",
        "Орлов Соколова Берёзин Климова Жданов Мельникова Громов Зимина Лапин Рощина",
        "Анна Фёдор Рита Егор Клара Андрей Алиса Мартин Нина Семён",
        "января февраля марта апреля мая июня июля августа сентября октября ноября декабря",
    ),
    "el": (
        "και το να του η της με που την από για είναι στο τα οι σε ως αλλά δεν θα στην ο των μια",
        "νερό έκθεση κήπος μέτρηση χειμώνας γέφυρα επιφάνεια συμβούλιο αριθμός χωριό μηχανή αποτέλεσμα σταθμός "
        "αγορά λιμάνι γράμμα μέθοδος δείγμα λογαριασμός ποτάμι παράθυρο ανάπτυξη δάσκαλος χαρτί θερμοκρασία "
        "περιοχή θεραπεία ταξίδι ασήμι βράδυ νοσοκομείο βιβλιοθήκη ιστορία μουσική καιρός χρώμα ενέργεια μικρός "
        "μεγάλος νέος όμοιος σημαντικός απλός βαρύς στενός συχνά σχεδόν μαζί πέτρα ξύλο γυαλί δρόμος σπίτι "
        "σχολείο μύλος ακτή νησί δάσος ψωμί καφές βούτυρο ψάρι μαλλί",
        "Παπαδάκης Ξενάκη Λάμπρου Μαρκόπουλος Σταύρου Δήμου",
        "Άννα Θωμάς Ελένη Νίκος Κλειώ Μάρκος",
        "Ιανουαρίου Φεβρουαρίου Μαρτίου Απριλίου Μαΐου Ιουνίου Ιουλίου Αυγούστου Σεπτεμβρίου Οκτωβρίου "
        "Νοεμβρίου Δεκεμβρίου",
    ),
    "ar": (
        "في من على إلى أن هذا هذه التي الذي عن مع ما كان لا بعد بين كل أو ثم قد",
        "الماء تقرير حديقة قياس شتاء جسر سطح مجلس عدد قرية محرك نتيجة محطة سوق ميناء رسالة طريقة عينة حساب نهر "
        "نافذة نمو معلم ورق حرارة منطقة علاج متوسط رحلة قطن فضة مساء مستشفى مكتبة آلة تاريخ طقس لون شراء صيف طاقة "
        "تطور ملاحظة سكان اتفاق يظهر يصف يقلل يحتوي يبدأ صغير كبير مبكر جديد مهم سنوي عام بسيط ثقيل ضيق كامل "
        "غالبا تقريبا معا حقل حجر خشب زجاج طريق بيت مدرسة ساحل جزيرة غابة خبز قهوة زبدة سمك صوف",
        "الحداد النجار الخطيب السالم القاسم المنصور",
        "سعاد كريم ليلى سامي هدى نبيل",
        "يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر",
    ),
    "he": (
        "של את על לא הוא זה עם כי גם אל או היא אם כל מן אבל עד רק כמו יש אין בין",
        "מים דוח גן מדידה חורף גשר שטח מועצה מספר כפר מנוע תוצאה תחנה שוק נמל מכתב שיטה דגימה חשבון נהר חלון "
        "צמיחה מורה נייר רכבת אזור טיפול ממוצע מסע כותנה כסף ערב ועדה ספרייה מכונה היסטוריה מזג צבע קנייה קיץ "
        "אנרגיה התפלגות פיתוח תצפית אוכלוסייה הסכם מראה מתאר מכיל מתחיל קטן גדול מוקדם חדש חשוב שנתי ציבורי פשוט "
        "כבד צר שלם לעתים כמעט יחד שדה אבן עץ זכוכית דרך בית חוף אי יער לחם קפה חמאה דג צמר",
        "כהן לוין ברק שחר אלון דגן",
        "חנה דוד רות יוסף נועה גיל",
        "בינואר בפברואר במרץ באפריל במאי ביוני ביולי באוגוסט בספטמבר באוקטובר בנובמבר בדצמבר",
    ),
    "zh": (
        "的 是 在 和 有 这 不 为 了 与 也 以 到 从 对 其 之 就 都 而",
        "水 报告 花园 测量 冬季 桥梁 表面 委员会 数量 村庄 发动机 结果 车站 市场 港口 信件 方法 样品 账户 季节 河流 窗户 增长 教师 "
        "纸张 铁路 温度 地区 治疗 平均 旅行 棉花 白银 晚上 医院 过程 图书馆 机器 历史 音乐 天气 颜色 动物 购买 记录 系统 博物馆 夏季 "
        "能源 信号 分布 协议 人口 浓度 发展 观察 增加 保持 显示 描述 减少 比较 包含 开始 生产 较小 较大 重要 公共 简单 完整 田野 石头",
        "王 李 张 陈 赵 周",
        "明 华 芳 伟 静 强",
        "1月 2月 3月 4月 5月 6月 7月 8月 9月 10月 11月 12月",
    ),
}
RTL = {"ar", "he"}
# Words of captions, heads and forms per language: table, figure, chapter, total, note, source, page, contents.
LABELS = {
    "en": "Table|Figure|Chapter|Total|Note|Source|Page|Contents|References|Abstract",
    "de": "Tabelle|Abbildung|Kapitel|Summe|Anmerkung|Quelle|Seite|Inhalt|Literatur|Zusammenfassung",
    "fr": "Tableau|Figure|Chapitre|Total|Note|Source|Page|Sommaire|Bibliographie|Résumé",
    "es": "Tabla|Figura|Capítulo|Total|Nota|Fuente|Página|Índice|Bibliografía|Resumen",
    "pl": "Tabela|Rysunek|Rozdział|Razem|Uwaga|Źródło|Strona|Spis treści|Bibliografia|Streszczenie",
    "ru": "Таблица|Рисунок|Глава|Итого|Примечание|Источник|Страница|Содержание|Литература|Аннотация",
    "el": "Πίνακας|Σχήμα|Κεφάλαιο|Σύνολο|Σημείωση|Πηγή|Σελίδα|Περιεχόμενα|Βιβλιογραφία|Περίληψη",
    "ar": "جدول|شكل|فصل|المجموع|ملاحظة|المصدر|صفحة|المحتويات|المراجع|ملخص",
    "he": "טבלה|איור|פרק|סך|הערה|מקור|עמוד|תוכן|מקורות|תקציר",
    "zh": "表|图|章|合计|注|来源|页|目录|参考文献|摘要",
}
LABEL = "table figure chapter total note source page contents references abstract".split()


class Writer:
    """Writes text in one language, from one source of random numbers."""

    def __init__(self, random: Random, language: str):
        self.random, self.language = random, language
        small, content, families, given, months = LISTS[language]
        self.small, self.content = small.split(), content.split()
        self.families, self.given, self.months = families.split(), given.split(), months.split()

    def label(self, name: str) -> str:
        """A word of the language for a part of a document, such as "Table"."""
        return LABELS[self.language].split("|")[LABEL.index(name)]

    def words(self, count: int) -> list[str]:
        """Words of prose: small words and content words take turns."""
        out: list[str] = []
        while len(out) < count:
            pool = self.small if self.random.random() < (0.46 if not out or out[-1] in self.content else 0.12) else self.content
            word = self.random.choice(pool)
            if not out or out[-1] != word:
                out.append(word)
        if out[-1] in self.small:
            out[-1] = self.random.choice(self.content)
        return out

    def join(self, words: list[str]) -> str:
        return ("" if self.language == "zh" else " ").join(words)

    def phrase(self, low: int, high: int) -> str:
        """A phrase that begins with a capital letter, as headings and cells have."""
        text = self.join(self.words(self.random.randint(low, high)))
        return text[:1].upper() + text[1:]

    def name(self) -> str:
        r = self.random
        if self.language == "zh":
            return r.choice(self.families) + r.choice(self.given)
        middle = f" {r.choice(self.given)[0]}." if r.random() < 0.3 else ""
        return f"{r.choice(self.given)}{middle} {r.choice(self.families)}"

    def date(self) -> str:
        r = self.random
        day, month, year = r.randint(1, 28), r.choice(self.months), r.randint(1951, 2024)
        return f"{year}年{month}{day}日" if self.language == "zh" else f"{day} {month} {year}"

    def number(self, value: float, digits: int = 0) -> str:
        """A number with the separators of the language."""
        text = f"{value:,.{digits}f}"
        if self.language in ("de", "es"):
            return text.translate(str.maketrans(",.", ".,"))
        if self.language in ("fr", "pl", "ru"):
            return text.replace(",", "\u00a0").replace(".", ",")
        return text

    def sentence(self) -> str:
        r = self.random
        count = max(4, min(38, int(r.lognormvariate(2.65, 0.42))))
        words = self.words(count)
        for at in range(3, count - 3):
            if r.random() < 0.07:
                words[at] += "，" if self.language == "zh" else "،" if self.language == "ar" else ","
        if r.random() < 0.16:
            words.insert(r.randint(1, count - 1), self.number(r.randint(2, 9000)))
        if r.random() < 0.06:
            words.insert(r.randint(1, count - 1), self.name())
        if r.random() < 0.05:
            words.insert(r.randint(1, count - 1), f"{self.number(r.uniform(1, 99), 1)}\u00a0%")
        if r.random() < 0.05 and self.language in ("en", "de", "fr", "es"):
            words.insert(r.randint(1, count - 1), r.choice({"en": ["e.g.", "Dr.", "No. 4"], "de": ["z.\u00a0B.", "Dr.", "Nr. 7"], "fr": ["cf.", "M.", "p. 12"], "es": ["Sr.", "pág. 9", "etc."]}[self.language]))
        text = self.join(words)
        end = "。" if self.language == "zh" else r.choice([".", ".", ".", ".", ".", ".", ".", "?", ".", ";"]).replace(";", ".")
        return text[:1].upper() + text[1:] + end

    def prose(self, low: int, high: int) -> str:
        """A paragraph of `low` to `high` sentences."""
        return ("" if self.language == "zh" else " ").join(self.sentence() for _ in range(self.random.randint(low, high)))
