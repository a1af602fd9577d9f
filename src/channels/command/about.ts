import type { ChannelAbout } from '../channel-about.ts';

export const about: ChannelAbout = {
  title: 'Local command',
  isForFileOnly: true,
  summary:
    'Runs a program on the machine of the worker for each message, so only if `MONITOR_COMMAND_CHANNELS=on`: who may change `monitor.yaml` may then run programs as the user of the monitor. The program is started without a shell, with the same arguments each time; the message is on its standard input, as the same CloudEvent that a [webhook](#webhook) gets. Its environment holds `PATH`, `LANG` and the message in a few words, and nothing of the environment of the monitor: `MONITOR_MESSAGE_ID`, `_KIND`, `_TONE` (`bad`, `warning`, `watching`, `good`, `neutral`), `_SUBJECT`, `_LINK`, and of messages about a service `_SERVICE` and `_ENVIRONMENT`. These hold texts from outside: quote them. Exit code 0: the message is sent. 75 (EX_TEMPFAIL), an end by a signal, and no end within the 15 seconds of an attempt: it is tried again; the program is killed then with all that it started. Every other exit code: it is refused for good. The first line of its output is kept with the message. Every worker needs the program.',
  example: {
    id: 'siren',
    type: 'command',
    program: '/usr/local/bin/siren',
    arguments: ['--level', 'high'],
  },
  documents: [
    {
      name: 'child_process of Node.js',
      url: 'https://nodejs.org/docs/latest-v24.x/api/child_process.html',
      date: 'v24',
    },
    {
      name: 'sysexits.h (75, EX_TEMPFAIL)',
      url: 'https://man.freebsd.org/cgi/man.cgi?query=sysexits',
      date: 'as known, not read again',
    },
  ],
  untried: 'Nothing: it runs real programs in its tests. Windows is not supported.',
};
