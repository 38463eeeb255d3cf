"""Places that stand in postal addresses of institutions: countries, states, and many cities."""

from __future__ import annotations

import re

_COUNTRIES = (
    r"argentina|australia|austria|bangladesh|belgium|brazil|bulgaria|canada|chile|china|"
    r"colombia|croatia|cyprus|czech republic|czechia|denmark|egypt|england|estonia|ethiopia|"
    r"finland|france|germany|ghana|greece|hong kong|hungary|iceland|india|indonesia|iran|iraq|"
    r"ireland|israel|italy|japan|jordan|kenya|korea|south korea|republic of korea|lebanon|"
    r"lithuania|luxembourg|macau|malaysia|malta|mexico|morocco|netherlands|the netherlands|"
    r"new zealand|nigeria|norway|pakistan|peru|philippines|poland|portugal|p\.? ?r\.? china|"
    r"qatar|romania|russia|saudi arabia|scotland|serbia|singapore|slovakia|slovenia|"
    r"south africa|spain|sri lanka|sweden|switzerland|taiwan|thailand|tunisia|turkey|türkiye|"
    r"uae|united arab emirates|uganda|uk|u\.k\.?|ukraine|united kingdom|united states|"
    r"united states of america|usa|u\.s\.a\.?|us|uruguay|vietnam|wales"
)
_STATES = (
    r"alabama|arizona|california|colorado|connecticut|florida|georgia|illinois|indiana|iowa|"
    r"kansas|maryland|massachusetts|michigan|minnesota|missouri|new jersey|new york|"
    r"north carolina|ohio|oregon|pennsylvania|tennessee|texas|utah|virginia|washington|"
    r"wisconsin|ontario|quebec|british columbia|alberta|guangdong|zhejiang|jiangsu|hubei|"
    r"sichuan|shaanxi|[a-z]{2}|nsw"
)
_CITIES = (
    r"amsterdam|ann arbor|athens|atlanta|austin|baltimore|bangalore|barcelona|beijing|"
    r"berkeley|berlin|bombay|boston|boulder|brisbane|brussels|cambridge|canberra|changsha|"
    r"chengdu|chicago|chongqing|columbia|columbus|copenhagen|daejeon|dalian|dallas|delhi|"
    r"denver|detroit|dublin|edinburgh|frankfurt|geneva|genova|genoa|guangzhou|haifa|hamburg|"
    r"hangzhou|harbin|hefei|helsinki|houston|hyderabad|ithaca|jerusalem|kyoto|lausanne|leuven|"
    r"lisbon|london|los angeles|lugano|lyon|madison|madrid|melbourne|milan|milano|montreal|"
    r"montréal|moscow|mountain view|mumbai|munich|münchen|nanjing|new delhi|new haven|"
    r"new york city|osaka|oxford|palo alto|paris|pasadena|philadelphia|pittsburgh|prague|"
    r"princeton|qingdao|redmond|rome|san diego|san francisco|san jose|seattle|seoul|shanghai|"
    r"shenyang|shenzhen|stanford|stockholm|sunnyvale|suzhou|sydney|taipei|tel aviv|tianjin|"
    r"tokyo|toronto|toulouse|trento|tsukuba|tübingen|vancouver|vienna|warsaw|wuhan|xi'an|"
    r"xiamen|zurich|zürich"
)
_PLACE = re.compile(
    rf"(?:{_COUNTRIES}|{_STATES}|{_CITIES})(?: \d[\d -]*)?|\d[\d -]*", re.IGNORECASE
)


def is_place(text: str) -> bool:
    """Whether `text` is a country, state, city or postal code and so no institution."""
    return bool(_PLACE.fullmatch(text))
