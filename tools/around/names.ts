// A host name whose addresses change between two questions: the guard connects to no address that it has not judged. The
// resolver is our own, and 127.0.0.2 plays the public address.
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { guardedRequest } from '../../src/net/fetch.js';
import type { Tried } from './clock.js';

const [publicAddress, privateAddress] = ['127.0.0.2', '127.0.0.1'];
const response = 'HTTP/1.1 302 Found\r\nlocation: /again\r\ncontent-length: 0\r\nconnection: close\r\n\r\n';

export async function changeAddresses(tries: number): Promise<Tried> {
  const connections = new Map<string, number>();
  const server = createServer((socket) => {
    const address = socket.localAddress ?? '';
    connections.set(address, (connections.get(address) ?? 0) + 1);
    socket.on('error', () => undefined);
    // Each redirect asks for the address again.
    socket.once('data', () => socket.end(response));
  });
  await once(server.listen(0, '0.0.0.0'), 'listening');
  const { port } = server.address() as AddressInfo;
  let asked = 0;
  const request = guardedRequest({
    allow: (address) => address === publicAddress,
    resolve: async () => {
      // In turn: the public one, both, the private one.
      const turn = asked++ % 3;
      const found = turn === 0 ? [publicAddress] : turn === 1 ? [publicAddress, privateAddress] : [privateAddress];
      return found.map((address) => ({ address, family: 4 }));
    },
  });
  for (let count = 0; count < tries; count++) {
    await request(`http://changing.example:${port}/`, { maxBytes: 1_000, seconds: 5 }).catch(() => undefined);
  }
  server.close();
  const wrong = connections.get(privateAddress) ?? 0;
  return {
    tries: asked,
    faults: [
      ...(wrong > 0 ? [`${wrong} connections to a private address`] : []),
      ...(connections.get(publicAddress) ? [] : ['no connection to the public address']),
    ],
  };
}
