/** Written here, not read from package.json at run time: a bundled SDK has no package.json beside it. */
export const sdkVersion = '0.1.0';
