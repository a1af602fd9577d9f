import { createRequire } from 'node:module';
import type * as LiquidModule from 'liquidjs';
import type { Liquid, Template } from 'liquidjs';
import type { TemplateValues } from './template-values.ts';

/** Loaded with the first template: a monitor without one never needs it. */
const require = createRequire(import.meta.url);

/** What a template may use up for one message. Time is far more than any needs: how busy a machine is must not decide. */
const limits = { parseLimit: 10_000, memoryLimit: 200_000, renderLimit: 10_000 };

/** How often the inside of a loop or of a condition is rendered. */
const mostBlocks = 5_000;

/** They read other files, or make HTML. */
const unused = ['include', 'render', 'layout', 'block', 'tablerow'];

/** A template that was read. */
export interface ReadTemplate {
  /** Each value that it takes from outside, with its path, and the line where. */
  uses: { path: string[]; line: number }[];
  render(values: TemplateValues): string;
}

/** Reads templates, strictly: what is not there is an error, and no file is read. */
export interface LiquidEngine {
  /** Throws an error of `liquidjs` whose message ends with where it is. */
  read(text: string): ReadTemplate;
  /** The names of its filters. */
  filters: string[];
}

let opened: LiquidEngine | null = null;

export function liquidEngine(): LiquidEngine {
  opened ??= openEngine(require('liquidjs') as typeof LiquidModule);
  return opened;
}

function openEngine({ Drop, Liquid: Engine }: typeof LiquidModule): LiquidEngine {
  const engine: Liquid = new Engine({
    ...{ strictVariables: true, strictFilters: true, lenientIf: true, ownPropertyOnly: true },
    // No files: every name that is looked for is none of these.
    ...{ templates: {}, relativeReference: false, dynamicPartials: false },
    ...{ timezoneOffset: 'UTC', locale: 'en-US', ...limits },
  });
  for (const name of unused) delete engine.tags[name];

  let blocks = 0;
  const { renderer } = engine;
  const renderTemplates = renderer.renderTemplates.bind(renderer);
  renderer.renderTemplates = function* counted(...about) {
    if (++blocks > mostBlocks) throw new RangeError('the template has too many rounds of its loops');
    return yield* renderTemplates(...about);
  };
  // A message that is sent again says the same.
  delete engine.filters['sample'];

  /** A label that a service does not have is empty, and no misspelt name. */
  class Labels extends Drop {
    readonly #labels: Readonly<Record<string, string>>;
    constructor(labels: Readonly<Record<string, string>>) {
      super();
      this.#labels = labels;
    }
    override liquidMethodMissing(name: string | number): string | null {
      return Object.hasOwn(this.#labels, name) ? (this.#labels[name] ?? null) : null;
    }
  }

  return {
    filters: Object.keys(engine.filters),
    read(text) {
      const templates: Template[] = engine.parse(text);
      const { globals } = engine.analyzeSync(templates, { partials: false });
      return {
        uses: Object.values(globals).flatMap((places) =>
          places.map((place) => ({
            path: place.segments.filter((segment) => typeof segment === 'string'),
            line: place.location.row,
          })),
        ),
        render: (values) => {
          blocks = 0;
          const scope = { ...values, labels: new Labels(values.labels) };
          return String(engine.renderSync(templates, scope));
        },
      };
    },
  };
}
