// Preloaded into a program (NODE_OPTIONS=--import=…), it writes down every module that is loaded, into NOTE_MODULES.
import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

registerHooks({
  load(url, context, next) {
    appendFileSync(process.env.NOTE_MODULES, `${url}\n`);
    return next(url, context);
  },
});
