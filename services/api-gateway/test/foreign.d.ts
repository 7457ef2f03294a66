declare module 'jsonapi-serializer' {
  export class Deserializer {
    constructor(options: { keyForAttribute: string });
    deserialize(document: unknown): Promise<Record<string, unknown>>;
  }
}
declare module 'kitsu-core' {
  export function deserialise(document: unknown): { data: Record<string, unknown> | Record<string, unknown>[] };
}
declare module 'json-api-normalizer' {
  type Row = { id: string; attributes: Record<string, unknown> };
  type Normalize = (document: unknown, options: { camelizeKeys: boolean; camelizeTypeValues: boolean }) => Record<string, Record<string, Row>>;
  const normalize: Normalize;
  export { normalize as default };
}
