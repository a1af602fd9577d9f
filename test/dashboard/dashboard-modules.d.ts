// The modules of the page are JavaScript, checked by src/dashboard/tsconfig.json; here they are what they are.
declare module '*/dashboard/create-client.js';
declare module '*/dashboard/create-state.js';
declare module '*/dashboard/exact-json.js';
declare module '*/dashboard/incident-row.js';
declare module '*/dashboard/list-services.js';
declare module '*/dashboard/outline-incident.js';
declare module '*/dashboard/page-view.js';
declare module '*/dashboard/read-everything.js';
declare module '*/dashboard/read-failure.js';
declare module '*/dashboard/read-route.js';
declare module '*/dashboard/format-changes.js';
declare module '*/dashboard/format-metadata.js';
declare module '*/dashboard/format-time.js';
declare module '*/dashboard/format-title.js';
declare module '*/dashboard/statuses.js';
