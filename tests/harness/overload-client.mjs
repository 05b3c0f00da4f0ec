// Sends requests over many connections, each without a pause, until one is rejected with 503, and polls /healthz
// meanwhile. Prints a report as JSON. A separate process, so that it does not share the event loop of the service.
import { Agent, get } from 'node:http';

const [urls, path, connections] = process.argv.slice(2);

function send(address, agent) {
  return new Promise((resolve, reject) => {
    get(address, { agent }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () => resolve({ statusCode: response.statusCode, headers: response.headers, text }));
    }).on('error', reject);
  });
}

const report = { responses: {}, rejections: [], probes: [] };
let rejected = false;

async function sendRepeatedly() {
  const agent = new Agent({ keepAlive: true });
  while (!rejected) {
    const { statusCode, headers, text } = await send(path, agent);
    report.responses[statusCode] = (report.responses[statusCode] ?? 0) + 1;
    if (statusCode !== 503) continue;
    rejected = true;
    report.rejections.push({ retryAfter: headers['retry-after'], code: JSON.parse(text).code });
  }
  agent.destroy();
}

async function probe(url) {
  const statusCodes = [];
  report.probes.push(statusCodes);
  do statusCodes.push((await send(`${url}/healthz`)).statusCode);
  while (!rejected);
}

await Promise.all([...urls.split(',').map(probe), ...Array.from({ length: Number(connections) }, sendRepeatedly)]);
console.log(JSON.stringify(report));
