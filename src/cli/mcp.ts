// `mcp`: serves an assistant on standard input and output, from the data folder or from a calendar on the network.
import { createInterface } from 'node:readline';
import { type Command, InvalidArgumentError } from 'commander';
import { openService } from '../app.js';
import { readConfig } from '../config.js';
import { messageOf } from '../core/error.js';
import { parseUrl } from '../core/text/parse-url.js';
import { forwardLine } from '../mcp/forward.js';
import { answerLine } from '../mcp/stdio.js';
import { localUrl } from './first-administrator.js';
import type { Terminal } from './terminal.js';
import { withStore } from './with-store.js';

type AnswerLine = (line: string) => Promise<string | undefined>;

/** Until standard input ends. */
async function serveLines({ input, print }: Terminal, respond: AnswerLine): Promise<void> {
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    const response = line.trim() === '' ? undefined : await respond(line);
    if (response !== undefined) print(response);
  }
}

async function serveLocally(terminal: Terminal): Promise<void> {
  await withStore(terminal, async (store, config) => {
    const { service, close } = await openService(config, store);
    const { current, setBaseUrl } = service.liveSite;
    // Links lead to the public URL, else to where `serve` would listen.
    if (config.baseUrl === '') setBaseUrl(current().publicUrl || localUrl(config));
    const options = { password: config.mcpPassword, log: (error: unknown) => terminal.info(messageOf(error)) };
    try {
      await serveLines(terminal, (line) => answerLine(service, line, options));
    } finally {
      await close();
    }
  });
}

function readUrl(text: string): URL {
  const url = parseUrl(text);
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    throw new InvalidArgumentError('Use a URL of http or https.');
  return new URL(url.pathname.endsWith('/mcp') ? url : `${url.href.replace(/\/$/, '')}/mcp`);
}

export function mcpCommand(program: Command, terminal: Terminal): void {
  program
    .command('mcp')
    .description('serve an assistant on standard input and output (Model Context Protocol)')
    .option('--url <url>', 'use the calendar at this URL instead of the data folder', readUrl)
    .addHelpText(
      'after',
      '\nALMANAC_MCP_PASSWORD is the application password of the assistant. Without it, it reads what the public reads.\n\nExample:\n  almanac mcp\n  almanac mcp --url https://calendar.example',
    )
    .action(({ url }: { readonly url?: URL }) => {
      if (!url) return serveLocally(terminal);
      const { mcpPassword } = readConfig(terminal.environment);
      return serveLines(terminal, (line) => forwardLine(url, mcpPassword, line));
    });
}
