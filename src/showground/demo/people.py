"""The fictional people of the demo directory, and what they write."""

from random import Random

OWNER = ("founder@demo.example", "Demo Founder")
COFOUNDER = ("bob@demo.example", "Bob Demo")
STAFF = ("staff@demo.example", "Demo Staff")

VOTERS = 300

# Given and family names that go together.
NAMES = (
    ("Adaeze Chidi Ifeoma Kelechi Ngozi Uche", "Eze Nwosu Okafor Onyekachi Umeh"),
    ("Abena Akosua Kwabena Kwame Yaa Yaw", "Addo Amoah Mensah Ofori Tetteh"),
    ("Amina Fatuma Juma Neema Rehema Salim", "Abdalla Hamisi Mwakyusa Shaban Suleiman"),
    ("Ayesha Bilal Hira Imran Saad Zainab", "Akhtar Baig Chaudhry Qureshi Siddiqui"),
    ("Anjali Arjun Kavya Lakshmi Rohan Vikram", "Banerjee Iyer Kulkarni Menon Reddy"),
    ("Chen Jing Lan Ming Wei Xiu", "Gao Huang Liang Sun Xu"),
    ("Daiki Emi Haruto Kenji Naoko Yuki", "Hayashi Ishikawa Mori Okada Sakamoto"),
    ("Bora Eun-ji Hyun-woo Ji-hoon Min-seo Soo-ah", "Bae Choi Jung Kang Yoon"),
    ("Anh Huong Linh Minh Quang Thao", "Bui Dang Le Ngo Vo"),
    ("Agus Ayu Dewi Putri Rizky Wayan", "Hidayat Lestari Santoso Saputra Wibowo"),
    ("Ana Diego Gabriela Joaquín Lucía Rodrigo", "Aguirre Castaño Paredes Salinas Villalobos"),
    ("Bruna Caio Helena Otávio Rafaela Thiago", "Azevedo Barros Figueiredo Moraes Teixeira"),
    ("Alice Baptiste Camille Élodie Mathieu Théo", "Garnier Lemoine Perrin Roussel Vasseur"),
    ("Annika Felix Greta Jannik Lena Moritz", "Brandt Hoffmann Krüger Seidel Vogt"),
    ("Astrid Erik Frida Lars Maja Nils", "Dahl Engström Halvorsen Lund Nyberg"),
    ("Bogdan Daria Ivana Marek Milena Stefan", "Horvat Ilić Kovač Marinov Petrescu"),
    ("Aleksei Irina Nadia Olena Roman Taras", "Bondar Kravets Lysenko Melnyk Shevchuk"),
    ("Aylin Baran Cem Derya Elif Kerem", "Aksoy Çelik Kaya Şahin Yavuz"),
    ("Dana Hassan Layla Omar Rania Tariq", "Farouk Khoury Mansour Nasser Saleh"),
    ("Avi Dalia Eitan Noa Shira Tal", "Avraham Biton Levi Peretz Shalev"),
    ("Aroha Hemi Kahu Mere Tama Wiremu", "Harawira Kereama Ngata Parata Tipene"),
    ("Aoife Bronwyn Callum Eilidh Rhys Saoirse", "Brennan Campbell Llewellyn Murray Pritchard"),
    ("Bridget Caleb Dwayne Imani Maya Troy", "Carver Hollis Langston Merriweather Sutton"),
)  # fmt: skip

# Short reviews, by number of stars.
REMARKS = {
    5: (
        "Does what it says. I stopped looking for something else.",
        "Set up before my coffee was cold.",
        "Wrote to them on a Sunday and had a useful answer on Monday morning.",
        "We use it every day and forget that it is there. That is praise.",
        "The export works. I tried it before I trusted it.",
        "My whole team switched within a week, and nobody complained.",
        "Small, careful and honest about its limits.",
        "It replaced two tools and a spreadsheet.",
        "The first one of its kind that my mother understood too.",
        "Clear prices, clear words, and it simply works.",
    ),
    4: (
        "Very good. I would like a few more keyboard shortcuts.",
        "Works well; the first import took longer than I expected.",
        "Solid, and it improves every month.",
        "Good, once I had found the settings I needed.",
        "Nearly perfect for us. The mobile view needs some care.",
        "I like it. The documentation could use more examples.",
        "Fair price and friendly people. Search could be better.",
        "Good product; a little slow with very large files.",
    ),
    3: (
        "Useful, but I still do half of it by hand.",
        "A good idea that needs another round of polish.",
        "Fine for one person, not yet for a team.",
        "It works. I am not sure yet that it is worth the price to me.",
        "The basics are there. I will look again in spring.",
    ),
    2: (
        "Not for me: too many steps for a simple thing.",
        "It lost my filter settings twice. Support was kind about it.",
        "Promising, but too early for daily work.",
    ),
    1: ("I could not get it to run on my machine and gave up.",),
}


def make_voters(count: int, taken: set[str]) -> list[str]:
    """This many distinct names, none of them taken; the same on every call."""
    names = [f"{given} {family}" for g, f in NAMES for given in g.split() for family in f.split()]
    Random("voters").shuffle(names)  # made-up data  # nosec B311
    return [name for name in names if name not in taken][:count]
