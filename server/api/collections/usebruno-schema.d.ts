declare module "@usebruno/schema" {
  const schemas: { collectionSchema: { validate(collection: unknown): Promise<unknown> } };
  export default schemas;
}
