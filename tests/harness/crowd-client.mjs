// A crowd as a process of its own: so many connections ask for the same address, each again as soon as it is answered,
// until one of them was turned away; meanwhile somebody asks how the service is. Tells what came back.
import { Agent, get } from 'node:http';

const [url, path, connections] = process.argv.slice(2);

function ask(address, agent) {
  return new Promise((resolve, reject) => {
    get(address, { agent }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (piece) => {
        text += piece;
      });
      answer.on('end', () => resolve({ http: answer.statusCode, headers: answer.headers, text }));
    }).on('error', reject);
  });
}

const told = { answers: {}, refusals: [], probes: [] };
let over = false;

async function push() {
  const agent = new Agent({ keepAlive: true });
  while (!over) {
    const { http, headers, text } = await ask(path, agent);
    told.answers[http] = (told.answers[http] ?? 0) + 1;
    if (http !== 503) continue;
    over = true;
    told.refusals.push({ retryAfter: headers['retry-after'], code: JSON.parse(text).code });
  }
  agent.destroy();
}

async function watch() {
  do told.probes.push((await ask(`${url}/healthz`)).http);
  while (!over);
}

await Promise.all([watch(), ...Array.from({ length: Number(connections) }, push)]);
console.log(JSON.stringify(told));
