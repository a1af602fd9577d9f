/** Builds the web page if its sources changed, before the first test. */
export async function setup(): Promise<void> {
  const script = new URL('../../scripts/bundle-page.mjs', import.meta.url).href;
  const { bundlePage } = (await import(script)) as { bundlePage: () => Promise<void> };
  try {
    await bundlePage();
  } catch (error) {
    // Whoever works on something else has to see it, and can go on; the tests of the page fail.
    process.stderr.write(`the web page could not be built: ${String(error)}\n`);
  }
}
