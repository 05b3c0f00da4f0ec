// A request as a curl command, and as code in JavaScript and Python.
import type { FormRequest } from './request.js';

/** A program that sends the request, in one language. */
type Sample = (request: FormRequest, server: string) => string;

const user = 'USER';
const password = 'APPLICATION PASSWORD';
const maxLine = 80;

const shellText = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
const literal = (text: string): string =>
  `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`;

/** Undefined for a body that is not JSON yet: it is sent as it was typed. */
function parsed(body: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(body) };
  } catch {
    return undefined;
  }
}

const indented = (text: string, spaces: number): string => text.replaceAll('\n', `\n${' '.repeat(spaces)}`);

const curl: Sample = ({ method, path, headers, body }, server) => {
  const parts = [
    method === 'GET' ? 'curl' : `curl -X ${method} -u '${user}:${password}'`,
    shellText(server + path),
    ...Object.entries(headers).map(([name, value]) => `-H ${shellText(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`-d ${shellText(body)}`]),
  ];
  const line = parts.join(' ');
  return line.length <= maxLine || parts.length === 2 ? line : parts.join(' \\\n  ');
};

const javascript: Sample = ({ method, path, headers, body }, server) => {
  const isChange = method !== 'GET';
  const sent = [
    ...(isChange ? [`Authorization: \`Basic \${btoa('${user}:${password}')}\``] : []),
    ...Object.entries(headers).map(([name, value]) => `${literal(name)}: ${literal(value)}`),
  ];
  const json = body === undefined ? undefined : parsed(body);
  const text = json ? `JSON.stringify(${indented(JSON.stringify(json.value, undefined, 2), 2)})` : literal(body ?? '');
  const options = [
    ...(isChange ? [`method: '${method}'`] : []),
    ...(sent.length > 0 ? [`headers: {\n    ${sent.join(',\n    ')},\n  }`] : []),
    ...(body === undefined ? [] : [`body: ${text}`]),
  ];
  const second = options.length > 0 ? `, {\n  ${options.join(',\n  ')},\n}` : '';
  return `const response = await fetch(${literal(server + path)}${second});\nconsole.log(await response.json());`;
};

/** A value of JSON as Python writes it. */
function pythonValue(value: unknown): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'string') return literal(value);
  const block = (open: string, items: readonly string[], close: string) =>
    items.length === 0
      ? open + close
      : `${open}\n    ${items.map((item) => indented(item, 4)).join(',\n    ')},\n${close}`;
  if (Array.isArray(value)) return block('[', value.map(pythonValue), ']');
  if (typeof value !== 'object') return String(value);
  const entries = Object.entries(value).map(([name, item]) => `${literal(name)}: ${pythonValue(item)}`);
  return block('{', entries, '}');
}

const python: Sample = ({ method, path, headers, body }, server) => {
  const json = body === undefined ? undefined : parsed(body);
  // `json=` sets the content type.
  const others = Object.entries(headers).filter(([name]) => !(json && name === 'Content-Type'));
  const lines = [
    literal(server + path),
    ...(method === 'GET' ? [] : [`auth=('${user}', '${password}')`]),
    ...(others.length > 0 ? [`headers=${pythonValue(Object.fromEntries(others))}`] : []),
    ...(body === undefined ? [] : [json ? `json=${pythonValue(json.value)}` : `data=${literal(body)}`]),
  ];
  const given = lines.length === 1 ? lines[0] : `\n    ${lines.map((line) => indented(line, 4)).join(',\n    ')},\n`;
  return `import requests\n\nresponse = requests.${method.toLowerCase()}(${given})\nprint(response.json())`;
};

export const samples = { curl, JavaScript: javascript, Python: python } satisfies Readonly<Record<string, Sample>>;

export type Language = keyof typeof samples;
