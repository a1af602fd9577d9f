// What `npm run dev` does before each start: builds the page again if its sources changed.
import { bundlePage } from './bundle-page.mjs';

await bundlePage();
