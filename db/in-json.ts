type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : Name;

type Written<Value> = Value extends Date ? string : Value;

/** A row as `to_jsonb` writes it. */
export type InJson<Row> = { [Field in keyof Row & string as SnakeCase<Field>]: Written<Row[Field]> };
