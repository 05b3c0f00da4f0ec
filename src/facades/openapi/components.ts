// Moves what several operations have in common into the components of the document: equal parameters and equal responses.
import { capitalized } from '../../core/text/capitalized.js';

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly { readonly name: string }[];
  readonly responses: Readonly<Record<string, object>>;
}

type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

const camelCase = (name: string): string => name.split(/[-_]/).map(capitalized).join('');

/** Values of one section of the components, by name. */
class Section {
  readonly components: Record<string, object> = {};
  readonly #uses = new Map<string, number>();
  readonly #references = new Map<string, { readonly $ref: string }>();

  constructor(
    readonly name: string,
    values: readonly object[],
  ) {
    for (const value of values) {
      const text = JSON.stringify(value);
      this.#uses.set(text, (this.#uses.get(text) ?? 0) + 1);
    }
  }

  /** A reference to the component if the value occurs several times. The first free name is taken. */
  shared<T extends object>(value: T, ...names: readonly [string, ...string[]]): T | { readonly $ref: string } {
    const text = JSON.stringify(value);
    if ((this.#uses.get(text) ?? 0) < 2) return value;
    const known = this.#references.get(text);
    if (known) return known;
    const name = names.find((free) => !(free in this.components));
    if (name === undefined) throw new TypeError(`no free name for ${names.join(' or ')}`);
    const added = { $ref: `#/components/${this.name}/${name}` };
    this.#references.set(text, added);
    this.components[name] = value;
    return added;
  }
}

/** The paths with references, and the sections that these point to. A second parameter of one name is named after its operation. */
export function shareComponents(paths: Paths) {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const parameters = new Section(
    'parameters',
    operations.flatMap(({ parameters = [] }) => parameters),
  );
  const responses = new Section(
    'responses',
    operations.flatMap(({ responses }) => Object.values(responses)),
  );
  const withReferences = (operation: Operation) => {
    const id = capitalized(operation.operationId);
    return {
      ...operation,
      ...(operation.parameters && {
        parameters: operation.parameters.map((parameter) => {
          const name = camelCase(parameter.name);
          return parameters.shared(parameter, name, `${name}Of${id}`);
        }),
      }),
      responses: Object.fromEntries(
        Object.entries(operation.responses).map(([status, response]) => [
          status,
          responses.shared(response, id + capitalized(status)),
        ]),
      ),
    };
  };
  const shared = Object.entries(paths).map(([path, methods]) => [
    path,
    Object.fromEntries(Object.entries(methods).map(([method, operation]) => [method, withReferences(operation)])),
  ]);
  return {
    paths: Object.fromEntries(shared),
    components: { parameters: parameters.components, responses: responses.components },
  };
}
