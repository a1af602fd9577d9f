interface Parameter {
  name?: unknown;
  in?: unknown;
  required?: unknown;
  schema?: unknown;
}

/** An operation as far as it is looked at here. */
export interface Operation {
  summary?: string;
  security?: Record<string, unknown>[];
  parameters?: Parameter[];
  requestBody?: { content?: Record<string, { schema?: unknown }> };
  responses?: Record<string, { description?: unknown; content?: Record<string, { schema?: unknown }> }>;
}

/** An OpenAPI document as far as it is looked at here. */
export interface OpenApi {
  openapi: string;
  info: { title?: unknown; version?: unknown };
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, unknown>; securitySchemes: Record<string, unknown> };
  security?: Record<string, unknown>[];
}

const methods = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']);
const types = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']);

/** What is wrong with a document by the rules of OpenAPI 3.1; the empty list: nothing. */
export function openApiFaults(document: OpenApi): string[] {
  const faults: string[] = [];
  const check = (isRight: boolean, fault: string) => void (isRight || faults.push(fault));

  check(/^3\.1\.\d+$/.test(document.openapi), 'openapi is no 3.1 version');
  check(
    typeof document.info.title === 'string' && typeof document.info.version === 'string',
    'info is not whole',
  );
  for (const name of Object.keys(document.components.schemas))
    check(/^[\w.-]+$/.test(name), `schema name ${name}`);
  checkSecurity(document.security, 'document');

  for (const [path, operations] of Object.entries(document.paths)) {
    check(path.startsWith('/'), `${path} does not start with /`);
    for (const [method, operation] of Object.entries(operations)) {
      const at = `${method} ${path}`;
      check(methods.has(method), `${at}: no such method`);
      checkSecurity(operation.security, at);
      checkParameters(operation, path, at);
      checkResponses(operation, at);
      checkSchemas(operation, at);
    }
  }
  checkSchemas(document.components.schemas, 'components');
  return faults;

  function checkSecurity(security: Record<string, unknown>[] | undefined, at: string): void {
    for (const name of (security ?? []).flatMap((one) => Object.keys(one))) {
      check(name in document.components.securitySchemes, `${at}: no security scheme ${name}`);
    }
  }

  function checkParameters({ parameters = [] }: Operation, path: string, at: string): void {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
    const declared = parameters.filter((one) => one.in === 'path');
    const isDeclared = inPath.every((name) => declared.some((one) => one.name === name));
    check(isDeclared && declared.length === inPath.length, `${at}: path parameters`);
    check(
      declared.every((one) => one.required === true),
      `${at}: a path parameter is not required`,
    );
    for (const { name, in: place, schema } of parameters) {
      check(typeof name === 'string' && typeof schema === 'object', `${at}: a parameter is not whole`);
      check(['path', 'query', 'header', 'cookie'].includes(String(place)), `${at}: a parameter is nowhere`);
    }
    check(
      new Set(parameters.map((one) => `${String(one.in)} ${String(one.name)}`)).size === parameters.length,
      `${at}: twice`,
    );
  }

  function checkResponses({ responses = {} }: Operation, at: string): void {
    check(Object.keys(responses).length > 0, `${at}: no answers`);
    for (const [status, response] of Object.entries(responses)) {
      check(/^([1-5](\d\d|XX)|default)$/.test(status), `${at}: status ${status}`);
      check(typeof response.description === 'string', `${at}: ${status} is not described`);
      for (const type of Object.keys(response.content ?? {}))
        check(type.includes('/'), `${at}: media type ${type}`);
    }
  }

  function checkSchemas(value: unknown, at: string): void {
    if (typeof value !== 'object' || value === null) return;
    const { $ref: ref, type, required, pattern, enum: options } = value as Record<string, unknown>;
    if (typeof ref === 'string') {
      const name = /^#\/components\/schemas\/([\w.-]+)$/.exec(ref)?.[1];
      check(name !== undefined && name in document.components.schemas, `${at}: ${ref} leads nowhere`);
    }
    if (typeof type === 'string')
      check(types.has(type) || type in document.components.securitySchemes, `${at}: type ${type}`);
    if (Array.isArray(required)) check(new Set(required).size === required.length, `${at}: required twice`);
    if (typeof pattern === 'string') check(isPattern(pattern), `${at}: pattern ${pattern}`);
    if (Array.isArray(options)) check(options.length > 0, `${at}: an empty enum`);
    for (const [key, child] of Object.entries(value)) checkSchemas(child, `${at}/${key}`);
  }
}

function isPattern(text: string): boolean {
  try {
    return new RegExp(text, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}
