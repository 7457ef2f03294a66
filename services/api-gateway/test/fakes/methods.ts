type RequestOf<Method> = Method extends { requestDeserialize: (bytes: Buffer) => infer Request } ? Request : never;
type ResponseOf<Method> = Method extends { responseDeserialize: (bytes: Buffer) => infer Response } ? Response : never;

/** The unary methods of a generated service definition, as plain functions. */
export type Methods<Definition> = {
  [Name in keyof Definition as Definition[Name] extends { responseStream: false } ? Name : never]: (request: RequestOf<Definition[Name]>) => ResponseOf<Definition[Name]>;
};
