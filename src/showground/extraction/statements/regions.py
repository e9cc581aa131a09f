"""Names that are not towns but occur in the same positions (`in Texas`, `in May`, `in Python`)."""

import re

from showground.extraction.statements.text_folding import comparable

# After a name in a sentence, these confirm that it is a town: `Austin, Texas`.
STATES_AND_WORDS = frozenset(
    comparable(name)
    for name in re.findall(
        r"[^,]+",
        "Alabama,Alaska,Arizona,Arkansas,California,Colorado,Connecticut,Delaware,Florida,Georgia,Hawaii,Idaho,"
        "Illinois,"
        "Indiana,Iowa,Kansas,Kentucky,Louisiana,Maine,Maryland,Massachusetts,Michigan,Minnesota,Mississippi,Missouri,"
        "Montana,Nebraska,Nevada,New Hampshire,New Jersey,New Mexico,North Carolina,North Dakota,Ohio,Oklahoma,Oregon,"
        "Pennsylvania,Rhode Island,South Carolina,South Dakota,Tennessee,Texas,Utah,Vermont,Virginia,Washington State,"
        "West Virginia,Wisconsin,Wyoming,Ontario,Quebec,Québec,British Columbia,Alberta,Bavaria,Bayern,Catalonia,"
        "Europe,"
        "European Union,EU,Asia,Africa,America,North America,South America,Latin America,Scandinavia,Silicon Valley,"
        "Bay Area,"
        "San Francisco Bay Area,Pacific Northwest,Midwest,England,Scotland,Wales,Remote,Earth,Internet,Cloud,Web,"
        "Worldwide,"
        "January,February,March,April,May,June,July,August,September,October,November,December,Monday,Ireland,Nordics,"
        "Baltics,Balkans,Middle East,Southeast Asia,Python,Rust,React,Figma,Webflow,Framer,Notion,JavaScript,Go,"
        "Canva,AI,"
        "House,Public,Swift,Flutter,Nature,Science,Research,Data,Trust,Open,Excel,Slack,Chrome,GitHub",
    )
)
# Regions that may also be where somebody delivers to, so they confirm less.
OTHER_REGIONS = frozenset(
    comparable(name)
    for name in re.findall(
        r"[^,]+",
        "New South Wales,Queensland,South Australia,Western Australia,Tasmania,Northern Territory,Manitoba,"
        "Saskatchewan,Nova Scotia,New Brunswick,Maharashtra,Karnataka,Kerala,Tamil Nadu,Gujarat,Telangana,Rajasthan,"
        "West Bengal,Uttar Pradesh,Haryana,Selangor,Nordrhein-Westfalen,Baden-Württemberg,Niedersachsen,Hessen,Sachsen,"
        "Thüringen,Rheinland-Pfalz,Schleswig-Holstein,Saarland,Mecklenburg-Vorpommern,Tirol,Steiermark,Kärnten,"
        "Vorarlberg,Burgenland,Oberösterreich,Niederösterreich,Bretagne,Normandie,Occitanie,Provence,Île-de-France,"
        "Nouvelle-Aquitaine,Auvergne-Rhône-Alpes,Andalucía,Catalunya,Cataluña,Galicia,Euskadi,Lombardia,Toscana,"
        "Sicilia,"
        "Piemonte,Minas Gerais,Santa Catarina,Rio Grande do Sul,Mato Grosso,Flanders,Wallonia,"
        "Cornwall,Dorset,Yorkshire,Henan,Hebei,Hunan,Hubei,Guangdong,Guangxi,Fujian,Zhejiang,Jiangsu,Jiangxi,Shandong,"
        "Shanxi,Shaanxi,Sichuan,Yunnan,Guizhou,Hainan,Anhui,Liaoning,Jilin,Heilongjiang,Gansu,Qinghai,Xinjiang,"
        "Inner Mongolia,Punjab,Sindh,Bihar,Odisha,Assam,Madhya Pradesh,Andhra Pradesh,Jawa Barat,Jawa Timur,"
        "West Java,East Java,Central Java,",
    )
)
NO_CITY = STATES_AND_WORDS | OTHER_REGIONS
# Those of STATES_AND_WORDS that are not regions: months, programs, words.
NOT_REGIONS = frozenset(
    comparable(name)
    for name in re.findall(
        r"[^,]+",
        "Remote,Earth,Internet,Cloud,Web,Worldwide,January,February,March,April,May,June,July,August,September,October,"
        "November,December,Monday,Python,Rust,React,Figma,Webflow,Framer,Notion,JavaScript,Go,Canva,AI,House,Public,Swift,"
        "Flutter,Nature,Science,Research,Data,Trust,Open,Excel,Slack,Chrome,GitHub",
    )
)
