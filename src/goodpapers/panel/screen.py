"""Decide what of a paper is judged, and flag text that was written for the reviewer.

Left out: sentences with addresses or "code is available" (they tell who is behind a paper, and
accepted versions carry more of them), sentences that speak to the reviewer, repeated sentences, and
pure praise of oneself. A sentence is left out whole; what is judged is always the paper's own words.
"""

from __future__ import annotations

import base64
import binascii
import codecs
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from goodpapers.panel.sentences import Sentence, plain_text, split_sentences

HIDDEN_TEXT = "hidden characters"
SPEAKS = "speaks to the reviewer"
REPEATS = "repeats itself"

_ADDRESS = re.compile(
    r"https?:|\bwww\.|\bdoi\.org|\b(?:github|gitlab|huggingface|bitbucket|zenodo|anonymous\.4open)\b"
    r"|\b[\w-]+\.(?:com|org|io|net|edu|ai|github)/|\S@\w+\.\w"
    r"|\b(?:code|data(?:set)?s?|models?|implementation|software|demo|weights|videos?|benchmark|project"
    r"|results|checkpoints|package|library|source|resources|repository|supplementary|appendix)\b[^.]{0,80}"
    r"\b(?:is|are|be|been|made|publicly|freely|open(?:ly)?)\b[^.]{0,30}"
    r"\b(?:available|released?|open-?sourced?|found|accessible|published|provided|online)\b"
    r"|\bwe (?:will |also )*(?:release|open-?source|publish|share|make)\b[^.]{0,60}"
    r"\b(?:code|data(?:sets?)?|models?|weights|implementation|checkpoints|available|public)\b"
    r"|\b(?:project|web) ?(?:page|site)\b"
    r"|\b(?:accepted|published|appear(?:ed|s|ing)?|presented) (?:at|to|by|in)\b[^.]{0,30}"
    r"\b(?:iclr|icml|neurips|nips|aistats|corl|colm|acl|emnlp|cvpr|conference|workshop|oral|spotlight)\b",
    re.IGNORECASE,
)
_WHO = (
    r"(?:reviewers?|referees?|area chairs?|meta-?reviewers?|graders?|evaluators?|judges?"
    r"|(?:the |any |an? )?(?:ai|llm|language model|assistant|chatbot|model) (?:reviewing|reading|judging"
    r"|evaluating|scoring|processing))"
)
_PAPER = r"(?:paper|work|submission|manuscript|abstract|article|study)"
_COMMANDS = (
    r"\b(?:ignore|disregard|forget|override|bypass) (?:all |any |the |your |of |every |these |those |my )*"
    r"(?:previous|prior|above|earlier|preceding|former|other|system|given|review)?\s*"
    r"(?:instructions?|prompts?|rules|guidelines|directions|criteria|commands?)",
    r"^\W*(?:system|developer|assistant) ?(?:prompt|message|override|note)?\W*:|\b(?:im_start|im_end|inst|sys)\b>?[|\]:]",
    rf"\b(?:dear|attention:?|note to|message (?:to|for)|instructions? (?:to|for)|hey|hello|to (?:the|all|any)) {_WHO}(?!\w)",
    r"\bas an? (?:ai|llm|large language model|language model|expert reviewer|ai reviewer|assistant)\b,? (?:you|please|i)\b",
    r"\byou (?:are|must|should|will|have to|are required to|are now) (?:an? |the |now )*(?:\w+ )?"
    rf"(?:reviewer|judge|assistant|accept|give|rate|score|recommend|answer|assign|output|respond|say yes)\b",
    rf"\b(?:give|assign|award|grant|rate|score|mark|grade) (?:this|it|(?:this|our|the) {_PAPER})\s*"
    r"(?:an? |the |with |as |only )*(?:high|highest|top|maximum|max|best|perfect|full|positive|favou?rable|strong|10|ten|100|excellent)",
    r"\b(?:give|assign|award|output|return|respond with|answer) (?:an? |the |only |with )*"
    r"(?:high|highest|top|maximum|max|best|perfect|full|positive|favou?rable) (?:possible )?(?:\w+ )?(?:scores?|ratings?|marks?|grades?|reviews?|verdict)",
    rf"\b(?:please|kindly|must|should|do|always) (?:\w+ )?(?:accept|recommend|endorse|approve) (?:this|our|the) {_PAPER}",
    rf"\b(?:recommend|vote for|strongly recommend) (?:strong )?(?:acceptance|accepting (?:this|our|the) {_PAPER})\b",
    r"\b(?:answer|say|reply|respond|vote) (?:with )?[\"']?yes[\"']? (?:to|on|for) (?:all|every|each|any|the following)\b",
    rf"\b(?:do not|don't|never) (?:mention|criticize|criticise|reject|point out|list|raise)\b[^.]{{0,40}}\b(?:{_PAPER}|weakness\w*|negatives?|flaws?|limitations?)",
    r"\bpositive (?:reviews?|feedback|ratings?|scores?) only\b|\bonly (?:give |write |output )?(?:a )?positive (?:reviews?|feedback|ratings?|scores?)\b",
    rf"\b{_WHO} (?:should|must|will|are (?:asked|instructed|advised|required|requested)|please|shall|need)\b",
    rf"\b(?:reader|reviewer)s?,? (?:please )?(?:accept|recommend|rate|score)\b",
    # German, French, Spanish, Italian, Portuguese (accents are folded before the match)
    r"\b(?:ignorier\w*|vergiss|vergessen sie|missacht\w*) (?:\w+ ){0,3}(?:anweisung\w*|instruktion\w*|vorgaben|regeln)",
    r"\b(?:bewerte\w*|gib|geben sie|empfiehl|empfehlen sie|akzeptier\w*) (?:\w+ ){0,4}(?:paper|arbeit|artikel|beitrag|hochst\w*|bestnote|annahme|punktzahl)",
    r"\b(?:ignore[rz]?|oublie[rz]?|neglige[rz]?) (?:\w+ ){0,3}(?:instructions?|consignes?|directives?|regles)",
    r"\b(?:donne[rz]?|attribue[rz]?|accepte[rz]?|recommande[rz]?) (?:\w+ ){0,4}(?:article|papier|note maximale|meilleure note|soumission|acceptation)",
    r"\b(?:ignor[ae]\w*|olvid[ae]\w*|dimentica\w*|esque[cç]\w*|desconsider\w*) (?:\w+ ){0,3}(?:instruc\w+|istruzion\w+|instruco?es|ordenes|reglas|regole|regras)",
    r"\b(?:otorg\w+|asign\w+|acept[ae]\w*|recomiend\w+|assegn\w+|accett\w+|raccomand\w+|atribu\w+|aceit\w+|recomend\w+) (?:\w+ ){0,4}(?:articulo|trabajo|articolo|lavoro|artigo|trabalho|puntuacion|punteggio|pontuacao|nota maxima|maxima)",
    # Russian, Chinese, Japanese, Korean, Arabic, Hindi
    r"(?:игнорируй\w*|забудь\w*|не обращай\w*)\s(?:\w+\s){0,3}(?:инструкц\w+|указани\w+|правил\w*)|(?:постав\w+|оцени\w*|рекоменду\w+|прими\w*)\s(?:\w+\s){0,4}(?:высш\w+|статью|работу|балл\w*|максимальн\w+)",
    r"(?:忽略|无视|無視|忘记|忘掉|不要理会).{0,10}(?:指令|指示|说明|說明|提示|规则|要求)|(?:给|給|打|评|請|请).{0,8}(?:最高|满|滿|高)(?:分|评分|評分|评价|評價)|(?:请|請|务必|必须).{0,6}(?:接受|录用|推荐|錄用).{0,4}(?:论文|論文|本文|此文|稿)",
    r"(?:指示|命令|ルール).{0,4}(?:無視|忘れ)|(?:最高|高い?)(?:の)?(?:評価|点|スコア).{0,8}(?:付け|与え|ください|して)|この論文.{0,8}(?:採択|推薦|受理)(?:して|せよ)",
    r"(?:지시|명령|지침|규칙).{0,6}(?:무시|잊)|(?:최고|높은|만점).{0,8}(?:점수|평가|평점).{0,8}(?:주|부여|매기)|이 논문.{0,8}(?:채택|추천|승인)(?:하|해)",
    r"(?:تجاهل|انس).{0,20}(?:التعليمات|الأوامر|التوجيهات)|(?:امنح|أعط).{0,20}(?:أعلى|الدرجة)",
    r"(?:निर्देश|आदेश).{0,12}(?:अनदेखा|नज़रअंदाज|भूल)|(?:उच्चतम|सर्वोच्च).{0,12}(?:अंक|स्कोर|रेटिंग)",
)
_COMMAND = re.compile("|".join(f"(?:{rule})" for rule in _COMMANDS))
_TRIGGER = re.compile(
    r"ignor|disreg|forget|overrid|bypass|prompt|reviewer|referee|chair|grader|evaluator|judge|\bai\b|llm"
    r"|\byou\b|give|assign|award|rate|score|accept|recommend|answer|respond|positive|im_start|inst|please"
    r"|[^\x00-\x7f]|vergiss|bewert|gib|akzept|oubli|donne|attribu|otorg|asign|acept|assegn|aceit|missacht"
    r"|neglig|olvid|dimentic|esque|desconsid|geben|empf|recom|raccom"
)
_LOOKALIKE = str.maketrans("аеорсухіѕјһԁɡոνοαιτκρ0134@$", "aeopcyxisjhdgnvoaitkpoieaas")
_SPACED = re.compile(r"(?:\b\w[ ._*-]){5,}\w\b")
_BASE64 = re.compile(r"[A-Za-z0-9+/]{24,}={0,2}")
_PRAISE = re.compile(
    r"\b(?:ground-?breaking|revolutionary|paradigm[- ]shift\w*|landmark|seminal|must-read|game-?chang\w+"
    r"|outstanding|extraordinary|world-class|exceptional(?:ly)?|masterpiece|historic|brilliant|unparalleled"
    r"|transformative|monumental|once-in-a|best paper|award-winning|trailblazing|visionary|phenomenal)\b",
    re.IGNORECASE,
)
_OWN = re.compile(
    rf"\b(?:this|our|the present|these)\b[^.]{{0,40}}\b(?:{_PAPER}|results?|findings?|contributions?|approach"
    r"|method|framework|breakthrough|research|idea|discovery|advance)\b",
    re.IGNORECASE,
)
_HIDING = re.compile(
    "[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]|[\U000e0000-\U000e007f]"
)


@dataclass(frozen=True, slots=True)
class Reading:
    """What is judged of a paper: its plain title, the sentences that count, and what was found."""

    title: str
    sentences: tuple[Sentence, ...]
    flags: tuple[str, ...]


def read_paper(title: str, abstract: str) -> Reading:
    """Leave out what must not be judged. ``flags`` holds each finding once, for the keeper."""
    flags: dict[str, None] = {}
    if len(_HIDING.findall(title + abstract)) >= 3:
        flags[HIDDEN_TEXT] = None
    plain_title = plain_text(title)
    if speaks_to_reviewer(plain_title):
        flags[SPEAKS] = None
    kept, seen = [], set[str]()
    for sentence in split_sentences(abstract):
        reason = _reason(sentence.plain, seen)
        if reason in (SPEAKS, REPEATS):
            flags[reason] = None
        if not reason:
            kept.append(sentence)
    return Reading(plain_title, tuple(kept), tuple(flags))


def speaks_to_reviewer(plain: str) -> bool:
    """Whether a sentence gives orders to whoever judges it, in any of the ways we know."""
    return any(_TRIGGER.search(text) and _COMMAND.search(text) for text in _readings(plain))


def _reason(plain: str, seen: set[str]) -> str:
    """Why a sentence is left out; empty if it stays."""
    if speaks_to_reviewer(plain):
        return SPEAKS
    mark = "".join(filter(str.isalnum, plain.casefold()))
    repeated = mark in seen and len(mark) > 20
    seen.add(mark)
    if repeated:
        return REPEATS
    if _ADDRESS.search(plain):
        return "address"
    return "praise" if _pure_praise(plain) else ""


def _pure_praise(plain: str) -> bool:
    """Praise of the paper itself, without a number in support of it."""
    praises = len(_PRAISE.findall(plain))
    short = len(plain.split()) <= 25 and not re.search(r"\d", plain)
    return praises >= 1 and short and bool(_OWN.search(plain))


def _readings(plain: str) -> Iterator[str]:
    """The sentence as it could be meant: lookalikes, spaced, reversed, rot13 and base64 undone."""
    folded = _fold(plain)
    yield folded
    looks = folded.translate(_LOOKALIKE)
    if looks != folded:
        yield looks
    if _SPACED.search(folded):
        yield _SPACED.sub(lambda run: re.sub(r"[ ._*-]", "", run.group()), folded)
    yield codecs.encode(looks, "rot13")
    yield looks[::-1]
    for block in _BASE64.findall(plain):
        yield _fold(_decoded(block))


def _fold(text: str) -> str:
    """Lower case, accents of Latin letters gone, blanks single."""
    spread = unicodedata.normalize("NFKD", text.casefold())
    return unicodedata.normalize("NFC", "".join(c for c in spread if not "\u0300" <= c <= "\u036f"))


def _decoded(block: str) -> str:
    try:
        return base64.b64decode(block + "=" * (-len(block) % 4)).decode("utf-8")
    except (binascii.Error, UnicodeDecodeError, ValueError):
        return ""
