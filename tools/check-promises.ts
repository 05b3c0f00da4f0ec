// Finds promises with an unhandled rejection: dropped by a statement or by `void`, or returned by a callback whose caller
// ignores the result. Each needs an `await`, a `catch` or a second argument of `then`.
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type ArrowFunction,
  type BinaryExpression,
  type CallExpression,
  type ConditionalExpression,
  type Expression,
  type ExpressionStatement,
  type Node,
  type ParenthesizedExpression,
  type PropertyAccessExpression,
  type SourceFile,
  SyntaxKind,
  type VoidExpression,
} from 'typescript/unstable/ast';
import {
  API,
  type Checker,
  type Project,
  type Signature,
  SignatureKind,
  type Type,
  TypeFlags,
} from 'typescript/unstable/sync';

const root = fileURLToPath(new URL('..', import.meta.url));

export interface Finding {
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

/** The members of a union, or the type itself. */
const membersOf = (type: Type | undefined): readonly Type[] =>
  type === undefined ? [] : type.isUnionType() ? type.getTypes().flatMap((one) => membersOf(one)) : [type];

const withoutProperties =
  TypeFlags.Any | TypeFlags.Unknown | TypeFlags.Never | TypeFlags.Void | TypeFlags.Undefined | TypeFlags.Null;

const isAny = ({ flags }: Type): boolean => (flags & (TypeFlags.Any | TypeFlags.Unknown)) !== 0;

function checksOf(checker: Checker) {
  const has = (type: Type | undefined, name: 'then' | 'catch'): boolean =>
    membersOf(type).some(
      (one) => (one.flags & withoutProperties) === 0 && checker.getPropertyOfType(one, name) !== undefined,
    );

  /** A promise, or an array of them. Fastify's replies have a `then` without a `catch`, and are no promises. */
  const isPromise = (type: Type | undefined): boolean =>
    has(type, 'catch') ||
    membersOf(type).some(
      (one) =>
        one.isTypeReference() &&
        checker.isArrayType(one) &&
        checker.getTypeArguments(one).some((item) => has(item, 'catch')),
    );

  const signaturesOf = (type: Type | undefined): readonly Signature[] =>
    membersOf(type)
      .filter(({ flags }) => (flags & TypeFlags.Object) !== 0)
      .flatMap((one) => checker.getSignaturesOfType(one, SignatureKind.Call));

  const returnOf = (signature: Signature): Type | undefined => checker.getReturnTypeOfSignature(signature);

  /** `x.catch(f)`, `x.then(f, g)`, and `finally` behind one of them. */
  function isHandled(node: Expression): boolean {
    if (node.kind !== SyntaxKind.CallExpression) return false;
    const { expression, arguments: given } = node as CallExpression;
    if (expression.kind !== SyntaxKind.PropertyAccessExpression) return false;
    const { name, expression: before } = expression as PropertyAccessExpression;
    const method = name.text;
    if (method === 'catch') return given.length >= 1;
    if (method === 'then') return given.length >= 2;
    return method === 'finally' && isHandled(before);
  }

  /** Parts of an expression that give its value, each of which may be a promise. */
  function partsOf(node: Expression): readonly Expression[] {
    switch (node.kind) {
      case SyntaxKind.ParenthesizedExpression:
        return partsOf((node as ParenthesizedExpression).expression);
      case SyntaxKind.VoidExpression:
        return partsOf((node as VoidExpression).expression);
      case SyntaxKind.ConditionalExpression: {
        const { whenTrue, whenFalse } = node as ConditionalExpression;
        return [...partsOf(whenTrue), ...partsOf(whenFalse)];
      }
      case SyntaxKind.BinaryExpression: {
        const { left, operatorToken, right } = node as BinaryExpression;
        switch (operatorToken.kind) {
          case SyntaxKind.AmpersandAmpersandToken:
          case SyntaxKind.BarBarToken:
          case SyntaxKind.QuestionQuestionToken:
          case SyntaxKind.CommaToken:
            return [...partsOf(left), ...partsOf(right)];
          // An assigned promise may be awaited later.
          case SyntaxKind.EqualsToken:
          case SyntaxKind.QuestionQuestionEqualsToken:
          case SyntaxKind.BarBarEqualsToken:
          case SyntaxKind.AmpersandAmpersandEqualsToken:
            return [];
          default:
            return [node];
        }
      }
      default:
        return [node];
    }
  }

  const drops = (node: Expression): boolean =>
    partsOf(node).some((part) => !isHandled(part) && isPromise(checker.getTypeAtLocation(part)));

  /** A function that returns a promise where a function without a result is expected. */
  function isIgnored(node: Expression): boolean {
    if (node.kind === SyntaxKind.ArrowFunction && isHandled((node as ArrowFunction).body as Expression)) return false;
    if (!signaturesOf(checker.getTypeAtLocation(node)).some((one) => isPromise(returnOf(one)))) return false;
    const expected = signaturesOf(checker.getContextualType(node));
    return expected.length > 0 && !expected.some((one) => isWaitedFor(one, returnOf(one)));
  }

  /** Fastify handles the promises of its hooks and handlers, although their types do not say so. */
  const isWaitedFor = ({ declaration }: Signature, type: Type | undefined): boolean =>
    has(type, 'then') ||
    (type !== undefined && isAny(type)) ||
    /\/node_modules\/fastify\//.test(declaration?.path ?? '');
  return { drops, isIgnored };
}

const functions: ReadonlySet<SyntaxKind> = new Set([SyntaxKind.ArrowFunction, SyntaxKind.FunctionExpression]);
const names: ReadonlySet<SyntaxKind> = new Set([SyntaxKind.Identifier, SyntaxKind.PropertyAccessExpression]);
const holders: ReadonlySet<SyntaxKind> = new Set([
  SyntaxKind.CallExpression,
  SyntaxKind.NewExpression,
  SyntaxKind.PropertyAssignment,
  SyntaxKind.JsxExpression,
]);

/** Functions passed as an argument or a property, which the receiver may call. */
function isPassedOn(node: Node): boolean {
  if (functions.has(node.kind)) return true;
  if (!names.has(node.kind) || !holders.has(node.parent.kind)) return false;
  const holder = node.parent as Partial<CallExpression & { initializer: Node; name: Node }>;
  if (node.parent.kind === SyntaxKind.PropertyAssignment) return holder.initializer === node;
  return node.parent.kind === SyntaxKind.JsxExpression || holder.expression !== node;
}

function findingsIn(file: SourceFile, { checker }: Project): readonly Finding[] {
  const { drops, isIgnored } = checksOf(checker);
  const found: Finding[] = [];
  const add = (node: Node) => {
    const start = node.getStart(file);
    const line = file.text.slice(0, start).split('\n').length;
    found.push({ file: file.fileName, line, text: file.text.slice(start, node.end).split('\n', 1)[0] ?? '' });
  };
  const visit = (node: Node): void => {
    const isStatement = node.kind === SyntaxKind.ExpressionStatement;
    if (isStatement || node.kind === SyntaxKind.VoidExpression) {
      const { expression } = node as ExpressionStatement | VoidExpression;
      if (expression.kind !== SyntaxKind.VoidExpression && drops(expression)) add(node);
    } else if (isPassedOn(node) && isIgnored(node as Expression)) add(node);
    node.forEachChild((child) => {
      visit(child);
    });
  };
  visit(file);
  return found;
}

/** All findings in the files of these projects that are in one of the folders. */
export function findPromises(configs: readonly string[], folders: readonly string[]): readonly Finding[] {
  const api = new API({ cwd: root });
  const snapshot = api.updateSnapshot({ openProjects: [...configs] });
  const found = snapshot.getProjects().flatMap((project) => {
    const { program } = project;
    const files = program.getSourceFileNames().filter((name) => folders.some((folder) => name.startsWith(folder)));
    return files.flatMap((name) => program.getSourceFile(name) ?? []).flatMap((file) => findingsIn(file, project));
  });
  api.close();
  return found;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folders = ['src/', 'web/', 'client/', 'tools/', 'tests/', 'bench/'];
  const within = (names: readonly string[]) => names.map((name) => join(root, name));
  const found = findPromises(within(['tsconfig.json', 'web/tsconfig.json', 'client/tsconfig.json']), within(folders));
  for (const { file, line, text } of found)
    console.error(`${relative(root, file)}:${line}: this promise has no catch: ${text}`);
  if (found.length) process.exitCode = 1;
}
