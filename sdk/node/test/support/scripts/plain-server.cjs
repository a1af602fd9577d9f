// A CommonJS application; SIGTERM is not its business, nor the SDK's.
const http = require('node:http');

void import(process.env.PACKAGE).then(({ addMonitor }) => {
  addMonitor();
  http.createServer((_request, response) => response.end()).listen(0, '127.0.0.1');
});
