"""Whether a text is English, on prose of other languages and on real abstracts."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from goodpapers.panel.english import is_english

OTHERS = {
    "German": "Wir untersuchen, wie große Sprachmodelle in der Praxis eingesetzt werden, und "
    "zeigen, dass unsere Methode auf drei Datensätzen besser ist als die bisherigen Verfahren.",
    "French": "Nous étudions comment les grands modèles de langue sont utilisés dans la pratique "
    "et nous montrons que notre méthode est meilleure que les méthodes existantes.",
    "Spanish": "Estudiamos cómo se usan los grandes modelos de lenguaje en la práctica y "
    "mostramos que nuestro método es mejor que los existentes en tres conjuntos de datos.",
    "Italian": "Studiamo come i grandi modelli linguistici sono usati nella pratica e mostriamo "
    "che il nostro metodo è migliore di quelli esistenti su tre insiemi di dati.",
    "Portuguese": "Estudamos como os grandes modelos de linguagem são usados na prática e "
    "mostramos que o nosso método é melhor do que os existentes em três conjuntos de dados.",
    "Dutch": "We bestuderen hoe grote taalmodellen in de praktijk worden gebruikt en we tonen "
    "aan dat onze methode beter is dan bestaande methoden op drie datasets.",
    "Danish": "Vi undersøger hvordan store sprogmodeller bruges i praksis, og vi viser at vores "
    "metode er bedre end de eksisterende metoder for tre datasæt.",
    "Russian": "Мы изучаем, как большие языковые модели используются на практике, и показываем, "
    "что наш метод лучше существующих.",
    "Chinese": "我们研究大型语言模型在实践中的使用。",
    "no language": "lorem ipsum dolor sit amet consectetur adipiscing elit sed do eiusmod tempor",
}


@pytest.mark.parametrize("text", OTHERS.values(), ids=list(OTHERS))
def test_another_language_is_not_english(text: str) -> None:
    assert not is_english(text)


def test_a_few_latin_words_may_be_english() -> None:
    assert is_english("Models are large.")
    assert is_english("")


def test_every_abstract_of_three_conferences_is_english(shared: Path) -> None:
    for name in ("neurips2022", "icml2018", "colm2024"):
        path = shared / f"data/reviews/{name}.jsonl.gz"
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            abstracts = [json.loads(line)["abstract"] or "" for line in lines]
        assert [text for text in abstracts if not is_english(text)] == []
