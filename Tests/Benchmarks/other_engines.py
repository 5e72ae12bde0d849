"""Other ways to search the same museums, each as an experienced user sets it up; their texts are folded as ours are."""
import re

import search


def engines(instance, catalogue):
    """Returns a function for each engine, from a text to the ids of the first ten museums."""
    return {
        "PostgreSQL full text": full_text(instance), "pg_trgm": trigrams(instance), "tantivy": tantivy_index(catalogue),
    }


def _ids(instance, statement, text):
    quoted = "'" + text.replace("'", "''").replace("\\", "") + "'"
    return search.run_psql(
        instance, "-d", "vokol_museums", "-c", statement.replace(":text", quoted)).split()


def _fill(instance):
    search.run_psql(
        instance, "-d", "vokol_museums", "-c", """
        DROP SCHEMA IF EXISTS bench CASCADE; CREATE SCHEMA bench;
        CREATE TABLE bench.museums AS
            SELECT id, translate(names, '|', ' ') AS names,
                to_tsvector('russian', translate(names || ' ' || cities, '|', ' ')) AS document
            FROM museums;
        CREATE INDEX ON bench.museums USING gin (document);
        CREATE INDEX ON bench.museums USING gist (names public.gist_trgm_ops (siglen = 64));
        ANALYZE bench.museums""")


def full_text(instance):
    """Stems, ranked by ts_rank."""
    _fill(instance)
    return lambda text: _ids(
        instance, """
        SELECT id FROM bench.museums, websearch_to_tsquery('russian', :text) AS query WHERE document @@ query
        ORDER BY ts_rank(document, query) DESC, id LIMIT 10""", text.lower())


def trigrams(instance):
    """The nearest by the similarity of words, from an index."""
    return lambda text: _ids(
        instance, "SELECT id FROM bench.museums ORDER BY :text <<-> names LIMIT 10", text.lower())


def tantivy_index(catalogue):
    """Stems in Russian and English, words as they are, and fuzzy words."""
    import tantivy

    builder = tantivy.SchemaBuilder()
    builder.add_text_field("id", stored=True, tokenizer_name="raw")
    for field, tokenizer in (("plain", "default"), ("stems", "ru_stem"), ("english", "en_stem")):
        builder.add_text_field(field, tokenizer_name=tokenizer)
    index = tantivy.Index(builder.build())
    russian = tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.simple()).filter(tantivy.Filter.lowercase())
    index.register_tokenizer("ru_stem", russian.filter(tantivy.Filter.stemmer("russian")).build())
    writer = index.writer(heap_size=50_000_000)
    for row in catalogue.rows:
        text = " ".join([row["folded"].replace("|", " "), *(city for city in row["cities"].values() if city)])
        writer.add_document(tantivy.Document(id=row["id"], plain=text, stems=text, english=text))
    writer.commit()
    writer.wait_merging_threads()
    index.reload()
    searcher = index.searcher()

    def find(text):
        words = " ".join(re.findall(r"\w+", text.lower()))
        query = index.parse_query(
            words, ["plain", "stems", "english"], conjunction_by_default=True,
            fuzzy_fields={"plain": (True, 1, True)})
        return [searcher.doc(address)["id"][0] for _, address in searcher.search(query, 10).hits]

    return find
