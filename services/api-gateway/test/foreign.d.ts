declare module 'jsonapi-serializer' {
  export class Deserializer {
    constructor(options: { keyForAttribute: string });
    deserialize(document: unknown): Promise<Record<string, unknown>>;
  }
}
declare module 'kitsu-core' {
  export function deserialise(document: unknown): { data: Record<string, unknown> };
}
