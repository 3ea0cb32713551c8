/** All that needs the client of PostgreSQL: read by who has joined a hub, or is about to. */
export * as administration from './administration.ts'
export { createPostgresHub } from './postgres-hub.ts'
