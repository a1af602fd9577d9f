import fc from 'fast-check';

/** One thing that the API can do, as its document says. */
export interface Operation {
  method: string;
  /** With `{name}` where a parameter stands. */
  path: string;
  /** The parameters of the query. */
  query: string[];
  /** Bodies as the document wants them; null: it takes none. */
  body: fc.Arbitrary<unknown> | null;
}

interface Schema {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  format?: string;
  minimum?: number;
  maximum?: number;
  anyOf?: Schema[];
  oneOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
}

interface Document {
  paths: Record<
    string,
    Record<
      string,
      {
        parameters?: { in: string; name: string }[];
        requestBody?: { content?: { 'application/json'?: { schema?: Schema } } };
      }
    >
  >;
  components?: { schemas?: Record<string, Schema> };
}

/** All operations of `/openapi.json`, so that a new route is fuzzed without being named. `ids` exist. */
export function operationsOf(document: unknown, ids: readonly string[]): Operation[] {
  const { paths, components } = document as Document;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody }]) => {
      const schema = requestBody?.content?.['application/json']?.schema;
      return {
        method: method.toUpperCase(),
        path,
        query: parameters.filter((one) => one.in === 'query').map((one) => one.name),
        body: schema === undefined ? null : valuesOf(schema, components?.schemas ?? {}, ids),
      };
    }),
  );
}

const words = ['fuzz', 'prod', 'a', '1.0.0', 'h1', 'http://h:1/x', '2026-11-21T00:00:00.000Z', '30s', '*'];

/** Values that fit a schema well enough: most are taken, and what is not is bad input too. */
function valuesOf(
  schema: Schema,
  named: Record<string, Schema>,
  ids: readonly string[],
): fc.Arbitrary<unknown> {
  const inner = (each: Schema) => valuesOf(each, named, ids);
  if (schema.$ref !== undefined) return inner(named[schema.$ref.split('/').at(-1) ?? ''] ?? {});
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return fc.oneof(...choices.map(inner));
  return valuesOfType(schema, ids, inner);
}

function valuesOfType(
  schema: Schema,
  ids: readonly string[],
  inner: (schema: Schema) => fc.Arbitrary<unknown>,
): fc.Arbitrary<unknown> {
  const [type = 'any'] = [schema.type ?? []].flat();
  const { minimum = 0, maximum = 1e6 } = schema;
  const number = () =>
    fc.integer({ min: Math.ceil(Math.max(minimum, -1e6)), max: Math.floor(Math.min(maximum, 1e6)) });
  const makers: Record<string, () => fc.Arbitrary<unknown>> = {
    null: () => fc.constant(null),
    boolean: () => fc.boolean(),
    integer: number,
    number,
    string: () => fc.constantFrom(...(schema.format === 'uuid' ? [] : words), ...ids),
    array: () => fc.array(inner(schema.items ?? {}), { maxLength: 3 }),
    object: () => objectsOf(schema, inner),
  };
  return makers[type]?.() ?? fc.jsonValue({ maxDepth: 2 });
}

function objectsOf(
  { properties, required = [] }: Schema,
  inner: (schema: Schema) => fc.Arbitrary<unknown>,
): fc.Arbitrary<unknown> {
  if (properties === undefined) {
    return fc.dictionary(
      fc.constantFrom('cpu_percent', 'memory_mb', 'os', 'x'),
      fc.jsonValue({ maxDepth: 1 }),
      {
        maxKeys: 4,
      },
    );
  }
  const fields = Object.entries(properties).map(([name, schema]) => [name, inner(schema)] as const);
  return fc.record(Object.fromEntries(fields), {
    requiredKeys: required.filter((name) => name in properties),
  });
}
