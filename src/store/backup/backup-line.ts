/** The first line of a backup. */
export interface BackupHeader {
  format: 'service-monitor-backup';
  formatVersion: 1;
  schemaVersion: number;
  partitions: number;
  createdAt: string;
  /** How many lines follow: one for each Redis key. */
  redisKeys: number;
  /** What a person wants to know of it, and what a restore is held against. */
  counts: BackupCounts;
}

export interface BackupCounts {
  services: number;
  instances: number;
  incidents: number;
  notifications: number;
  keys: number;
}

/** A value as Redis holds it: text, or what is no text in base64. */
export type BackupText = string | { base64: string };

/** A group of a stream's readers, and the last entry before the first that it may not have finished. */
export interface BackupGroup {
  name: string;
  after: string;
}

/** One Redis key, type by type as Redis holds it, whatever it means. */
export type BackupEntry =
  | { key: string; type: 'string'; value: BackupText }
  /** Fields and values in turn; members; members and scores in turn. */
  | { key: string; type: 'hash' | 'set' | 'zset' | 'list'; value: BackupText[] }
  | {
      key: string;
      type: 'stream';
      lastId: string;
      entries: [entryId: string, fields: BackupText[]][];
      groups: BackupGroup[];
    };
