// A disk that keeps only what was synced. Bytes of a file are durable after a sync of the file, names after a sync of their folder;
// of everything else any part may be there after a power loss, in any order.
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Random } from '../../bench/calendar/random.js';
import type { Recorded } from './recording.js';

class Content {
  #bytes: Buffer;
  #size: number;

  constructor(bytes: Buffer = Buffer.alloc(0)) {
    this.#bytes = Buffer.from(bytes);
    this.#size = bytes.length;
  }

  /** Bytes between the old end and the new one are zero. */
  resize(size: number): void {
    if (size > this.#bytes.length) {
      const larger = Buffer.alloc(Math.max(size, 2 * this.#bytes.length));
      this.#bytes.copy(larger, 0, 0, this.#size);
      this.#bytes = larger;
    }
    if (size < this.#size) this.#bytes.fill(0, size, this.#size);
    this.#size = size;
  }

  write(offset: number, data: Buffer): void {
    if (offset + data.length > this.#size) this.resize(offset + data.length);
    data.copy(this.#bytes, offset);
  }

  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.#size);
  }
}

/** A file or a folder, whatever its name is. */
interface Node {
  readonly isFolder: boolean;
  readonly durable: Content;
  /** Writes and truncates since the last sync. */
  pending: Recorded[];
}

interface NameChange {
  readonly number: number;
  readonly path: string;
  /** Undefined: the name is removed. */
  readonly node: Node | undefined;
}

const apply = (content: Content, { kind, offset, data }: Recorded): void =>
  kind === 'write' ? content.write(offset, data) : content.resize(offset);

/** What of the pending changes is on the disk. */
interface Loss {
  readonly keeps: (change: { readonly number: number }) => boolean;
  /** A write of several sectors arrives in parts. */
  readonly tears: boolean;
  readonly sectorBytes: number;
}

export function randomLoss(random: Random, numbers: readonly [number, number]): Loss {
  const sectorBytes = random.pick([512, 4_096]);
  const until = random.integer(...numbers);
  const share = random.next();
  const [keeps, tears] = random.pick<readonly [Loss['keeps'], boolean]>([
    [() => false, false],
    [() => true, false],
    [({ number }) => number <= until, false],
    [() => random.happens(share), false],
    [() => random.happens(share), true],
    [() => true, true],
  ]);
  return { keeps, tears, sectorBytes };
}

function writeTorn(content: Content, { offset, data }: Recorded, { sectorBytes }: Loss, random: Random): void {
  for (let from = 0; from < data.length; ) {
    const until = Math.min(data.length, from + sectorBytes - ((offset + from) % sectorBytes));
    if (random.happens(0.5)) content.write(offset + from, data.subarray(from, until));
    from = until;
  }
}

export class Disk {
  readonly #names = new Map<string, Node>();
  readonly #durableNames = new Map<string, Node>();
  #pendingNames: NameChange[] = [];

  constructor(readonly root: string) {
    this.#load(root);
  }

  #load(path: string): void {
    const isFolder = statSync(path).isDirectory();
    const node = { isFolder, durable: new Content(isFolder ? undefined : readFileSync(path)), pending: [] };
    this.#names.set(path, node);
    this.#durableNames.set(path, node);
    if (isFolder) for (const name of readdirSync(path)) this.#load(join(path, name));
  }

  #rename(number: number, path: string, node: Node | undefined): void {
    this.#pendingNames.push({ number, path, node });
    if (node) this.#names.set(path, node);
    else this.#names.delete(path);
  }

  #sync(path: string, begun: number): void {
    const node = this.#names.get(path);
    if (!node) return;
    for (const change of node.pending) if (change.number < begun) apply(node.durable, change);
    node.pending = node.pending.filter(({ number }) => number >= begun);
    if (!node.isFolder) return;
    const isSynced = (change: NameChange) => dirname(change.path) === path && change.number < begun;
    for (const change of this.#pendingNames.filter(isSynced)) setName(this.#durableNames, change);
    this.#pendingNames = this.#pendingNames.filter((change) => !isSynced(change));
  }

  play(recorded: Recorded): void {
    const { number, kind, path, offset, data } = recorded;
    const node = this.#names.get(path);
    if (kind === 'write' || kind === 'truncate') node?.pending.push(recorded);
    else if (kind === 'sync-end') this.#sync(path, offset);
    else if (kind === 'create' || kind === 'mkdir')
      this.#rename(number, path, { isFolder: kind === 'mkdir', durable: new Content(), pending: [] });
    else if (kind === 'rename') {
      this.#rename(number, data.toString('utf8'), node);
      this.#rename(number, path, undefined);
    } else if (kind === 'unlink') this.#rename(number, path, undefined);
  }

  /** All bytes of a file, as the running service sees them. */
  bytesOf(path: string): Buffer | undefined {
    const node = this.#names.get(path);
    if (!node || node.isFolder) return undefined;
    const content = new Content(node.durable.bytes);
    for (const change of node.pending) apply(content, change);
    return content.bytes;
  }

  get files(): readonly string[] {
    return [...this.#names].filter(([, { isFolder }]) => !isFolder).map(([path]) => path);
  }

  /** Writes the files as a power loss may leave them. */
  lose(target: string, loss: Loss, random: Random): void {
    const names = new Map(this.#durableNames);
    for (const change of this.#pendingNames) if (loss.keeps(change)) setName(names, change);
    mkdirSync(target, { recursive: true });
    // A folder comes before what is in it; without its folder a file is lost.
    for (const [path, node] of [...names].sort(([a], [b]) => (a < b ? -1 : 1))) {
      if (path === this.root || !names.get(dirname(path))?.isFolder) continue;
      const place = join(target, path.slice(this.root.length));
      if (node.isFolder) mkdirSync(place, { recursive: true });
      else if (statSync(dirname(place), { throwIfNoEntry: false }))
        writeFileSync(place, this.#lost(node, loss, random));
    }
  }

  #lost(node: Node, loss: Loss, random: Random): Buffer {
    if (!node.pending.length) return node.durable.bytes;
    const content = new Content(node.durable.bytes);
    for (const change of node.pending.filter(loss.keeps)) {
      if (loss.tears && change.kind === 'write') writeTorn(content, change, loss, random);
      else apply(content, change);
    }
    return content.bytes;
  }
}

function setName(names: Map<string, Node>, { path, node }: NameChange): void {
  if (node) names.set(path, node);
  else names.delete(path);
}
