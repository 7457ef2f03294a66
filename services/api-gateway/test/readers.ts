import normalize from 'json-api-normalizer';
import { Jsona } from 'jsona';
import serializer from 'jsonapi-serializer';
import { deserialise } from 'kitsu-core';

type Plain = Record<string, unknown>;

interface Document {
  data: unknown;
}

const rowsOf = ({ data }: Document) => [data].flat() as { type: string; id: string }[];
const list = (read: unknown) => [read].flat() as Plain[];

/** Four foreign readers of JSON:API, each by its own authors: what they make of a document, as plain rows. */
export const READERS: Readonly<Record<string, (document: Document) => Plain[] | Promise<Plain[]>>> = {
  'jsonapi-serializer': async (document) => list(await new serializer.Deserializer({ keyForAttribute: 'underscore_case' }).deserialize(document)),
  jsona: (document) => list(new Jsona().deserialize(document as never)),
  'kitsu-core': (document) => list(deserialise(document).data),
  'json-api-normalizer': (document) => {
    const rows = rowsOf(document);
    const read = normalize(document, { camelizeKeys: false, camelizeTypeValues: false });
    return rows.map(({ type, id }) => ({ id, ...read[type]![id]!.attributes }));
  },
};
