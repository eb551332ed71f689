"""Abbreviations of a language, by what their full stop may mean, and words that often begin a sentence."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Abbreviations:
    """Words are without their last full stop. One in small letters stands for any case, others for their own alone."""

    going_on: frozenset[str] = frozenset()  # no sentence ends there: `Mr.`, `e.g.`
    numbered: frozenset[str] = frozenset()  # abbreviations before a number alone: `No. 5`, `Fig. 2`
    ending: frozenset[str] = frozenset()  # one ends there before a word that often begins one: `Inc.`, `St.`, `Jan.`
    closing: frozenset[str] = frozenset()  # one ends there before any capital: `etc.`, `p.m.`, `5 min.`
    after_closing: frozenset[str] = frozenset()  # but for these words: `5 p.m. Eastern`
    labelled: frozenset[str] = frozenset()  # a letter after them is no initial: `Plan B.`
    beginners: frozenset[str] = frozenset()  # words that often begin a sentence, in small letters

    def has(self, word: str, kind: frozenset[str]) -> bool:
        """Whether the word is of that kind. `CA` is an acronym; `CORP` may be shouted."""
        if word.isupper():
            return word in kind or (len(word) > 2 and (word.lower() in kind or word.title() in kind))
        return word in kind or word.lower() in kind

    def knows(self, word: str) -> bool:
        """Whether the word is an abbreviation wherever it stands."""
        return any(self.has(word, kind) for kind in (self.going_on, self.ending, self.closing))


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


ENGLISH = Abbreviations(
    going_on=_words(
        """
        mr MR mrs ms MS messrs mmes mme mlle prof Rev Revd Hon Gen Lt Col Maj Capt Cpt Sgt Cpl Pvt Cmdr Cdr Adm Brig
        Sen Rep Reps Sens Gov Lieut Det Supt Atty Amb Pres Msgr drs e.g i.e eg ie viz vs cf c.f v ca approx incl excl
        esp resp aka a.k.a
        """
    ),
    numbered=_words(
        """
        no nos p pp pg pgs vol vols fig figs eq eqs eqn eqns sec secs sect ch chap chs art arts para paras cl ref refs
        appx ex exs ed eds nn col cols l ll f ff ext tel apt pt pts rm suppl reg regs op prop thm ser v
        """
    ),
    ending=_words(
        """
        p.s Exp Res dr DR st ST JR SR ste mt mts Ft fr sr jr Br Pt Inc Corp Co Cos ltd llc llp plc Bros esq assn assoc
        dept depts Div Dist univ Inst Acad natl intl govt mfg mgr mgmt ave blvd rd hwy pkwy Ln bldg Sq Ct Cir Ctr al
        ibid op.cit et.al Jan Feb Mar Apr Jun Jul Aug Sep Sept Oct Nov Dec Mon Tue Tues Wed Thu Thur Thurs Fri Sat Sun
        Ala Ariz Ark Calif Cal Colo Conn Del Fla Ga Ida Ill Ind Kan Kans Ky La Md Mass Me Mich Minn Miss Mo Mont Neb
        Nebr Nev Okla Ont Ore Oreg Pa Penn Que Tenn Tex Va Vt Wash Wis Wisc Wyo Alta Sask ph.d d.phil b.sc m.sc ll.b
        ll.m ed.d s.p.a gmbh pty dipl
        """
    ),
    closing=_words(
        """
        etc a.m p.m am pm a.d.c r.i.p hr hrs min mins yr yrs mos wks lb lbs oz tbsp tbsps tsp tsps ft yd yds qt doz kg
        km cm mm ml mg mph rpm cont est max temp avg misc fwd
        """
    ),
    after_closing=_words(
        """
        est edt et cst cdt ct mst mdt mt pst pdt pt gmt utc bst cet eastern central mountain pacific greenwich local
        monday tuesday wednesday thursday friday saturday sunday january february march april may june july august
        september october november december jan feb mar apr aug sept sep oct nov dec
        """
    ),
    labelled=_words(
        """
        alpha appendix beta category cell class column cup exhibit factor gamma gate grade group hepatitis influenza
        kappa level line option part phase plan point protein room row schedule section size stage step strain team
        type unit virus vitamin war
        """
    ),
    beginners=_words(
        """
        a an the this that these those such my your his her its our their you i he she it we they one who whose whom
        what which when where why how whether there here now then today tomorrow yesterday once soon later meanwhile
        afterwards in on at by for from with without within to into as after before during since until till while
        although though because if unless whereas upon under over between among through throughout despite beyond
        behind above below about across against along around unlike near and but or so yet nor however moreover
        furthermore nevertheless nonetheless thus therefore hence instead otherwise besides also still even only just
        perhaps maybe indeed rather similarly likewise consequently accordingly additionally finally first second
        third next last again always never often sometimes usually recently currently eventually unfortunately
        fortunately apparently clearly obviously actually basically no not nothing nobody none some someone something
        somebody any anyone anything everyone everything everybody many much most more several few both all each every
        another other others two three four five six seven eight nine ten is are was were do don does did have has had
        can could would should might must let please yes yeah ok okay well oh thanks thank according given see
        """
    ),
)

FRENCH = Abbreviations(
    going_on=_words(
        "M MM mme mmes mlle mlles Mgr Me dr pr Prof p.ex ex cf c.-à-d c.à.d St Ste av bd vs env i.e Gén Col Cdt Cap hab"
    ),
    numbered=_words("p pp art vol chap fig n no nos nº t al tél éd réf par sect ann r"),
    ending=_words(
        """
        cie sté éts janv févr fév avr juil sept oct nov déc lun mer jeu ven sam dim j.-c apr ibid op.cit coll rééd
        """
    ),
    closing=_words("etc min h kg km cm mm max"),
    beginners=_words(
        """
        le la les l un une des ce cet cette ces mon ton son ma ta sa mes tes ses notre votre leur nos vos leurs je j
        tu il elle on nous vous ils elles qui que qu quoi quand où comment pourquoi si s mais et ou donc or ni car
        dans sur sous avec sans pour par en à au aux de du d depuis pendant avant après chez entre contre vers c ceci
        cela ça lorsque lorsqu puisque comme ainsi alors aussi cependant toutefois pourtant enfin puis ensuite oui non
        selon malgré grâce plus tous toutes tout toute chaque plusieurs quelques aucun aucune deux trois quatre cinq n
        m t
        """
    ),
)

NONE = Abbreviations()
