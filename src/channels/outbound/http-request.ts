/** A message as one HTTP request. */
export interface HttpRequest {
  url: string;
  /** POST unless it says otherwise. */
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH';
  headers?: Record<string, string>;
  body?: string;
  /** How much of the answer is read, if it is a list; absent: as much as an answer to a message takes. */
  answerBytes?: number;
  /** What an answer may repeat of it and nobody may read, beside its path, its query and its headers. */
  secrets?: readonly string[];
}

/** A request with a JSON body. */
export function jsonRequest(
  url: string,
  value: object,
  { headers, ...others }: Omit<HttpRequest, 'url' | 'body'> = {},
): HttpRequest {
  const type = { 'content-type': 'application/json' };
  return { url, headers: { ...headers, ...type }, body: JSON.stringify(value), ...others };
}

/** A request with the body of a form. */
export function formRequest(
  url: string,
  values: Record<string, string>,
  { headers, ...others }: Omit<HttpRequest, 'url' | 'body'> = {},
): HttpRequest {
  const type = { 'content-type': 'application/x-www-form-urlencoded' };
  return { url, headers: { ...headers, ...type }, body: new URLSearchParams(values).toString(), ...others };
}
