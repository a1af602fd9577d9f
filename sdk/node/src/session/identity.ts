import type { Config } from '../config/config.ts';
import type { Env } from '../config/env.ts';
import type { Address } from '../detect/address.ts';
import { FirstAddress } from '../detect/first-address.ts';
import { Framework } from '../detect/framework.ts';
import { instanceKey } from '../detect/instance-key.ts';
import type { Revision } from '../detect/read-git-head.ts';
import { findRevision } from '../detect/revision.ts';
import { urlOf } from '../detect/url-of.ts';
import { locationMetadata } from '../location/location-metadata.ts';

/** Who this instance is, as far as is known by now. */
export class Identity {
  readonly address = new FirstAddress();
  readonly framework = new Framework();
  readonly #config: Config;
  readonly #env: Env;
  #key: string | null = null;
  #revision: Promise<Revision> | null = null;
  #location: Promise<Record<string, string>> | null = null;

  constructor(config: Config, env: Env) {
    this.#config = config;
    this.#env = env;
  }

  get port(): number | null {
    return this.#config.port ?? this.address.address?.port ?? this.#config.likelyPort;
  }

  get url(): string | null {
    const { url, port, hostname } = this.#config;
    if (url !== null) return url;
    const found: Address | null = this.address.address;
    return found === null
      ? null
      : urlOf({ ...found, port: port ?? found.port }, hostname, this.#env['POD_IP']);
  }

  /** Stays what it was at first: an instance that finds its port late is still the same instance. */
  get key(): string {
    this.#key ??= this.#config.instanceId ?? instanceKey(this.#config.hostname, this.port);
    return this.#key;
  }

  revision(): Promise<Revision> {
    this.#revision ??= findRevision(this.#env, process.cwd());
    return this.#revision;
  }

  /** Found once: it does not change while the process lives. */
  location(): Promise<Record<string, string>> {
    this.#location ??= locationMetadata(this.#config, this.#env);
    return this.#location;
  }

  close(): void {
    this.address.close();
    this.framework.close();
  }
}
