// The other end of measure-overhead.mjs: answers everything, and tells the size of the last heartbeat when asked.
import { createServer } from 'node:net';

const answers = {
  register: '{"serviceId":"a","instanceId":"a4472461-45cd-8f71-9126-afabdbb36fa5","status":"registered"}',
  heartbeat: '{"status":"ok","serviceStatus":"Healthy"}',
};
let size = { all: 0, body: 0 };

const server = createServer((socket) => {
  socket.on('error', () => undefined);
  socket.on('data', (chunk) => {
    const [head, body] = String(chunk).split('\r\n\r\n');
    const isBeat = head.includes('/heartbeat');
    if (isBeat) size = { all: chunk.length, body: Buffer.byteLength(body) };
    const answer = isBeat ? answers.heartbeat : answers.register;
    socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${answer.length}\r\n\r\n${answer}`);
  });
});
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
process.on('message', () => process.send(size));
