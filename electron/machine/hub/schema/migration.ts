/** Names of roles in the cluster of the hub, where other hubs may be as well. */
export interface HubRoles {
  readonly id: string // of the hub: eight hex digits
  readonly owner: string // owns the schema, makes logins; nobody logs in as it
  readonly machines: string // what every login of a machine is in
}

/**
 * One step of the schema. Steps that were released are never changed; what an older Threadbeat can no longer live
 * with raises `minReader`.
 */
export interface Migration {
  readonly number: number // 1, 2, …
  readonly minReader: number // who knows fewer steps than this must not connect
  readonly sql: (roles: HubRoles) => string
}

const ROLE = /^threadbeat_[0-9a-f]{8}(_owner)?$/

/** The hub's id names its roles. Throws for one that could not stand in SQL as it is. */
export function rolesOf(hubId: string): HubRoles {
  const roles = { id: hubId, owner: `threadbeat_${hubId}_owner`, machines: `threadbeat_${hubId}` }
  if (!ROLE.test(roles.owner)) throw new Error(`no id of a hub: ${JSON.stringify(hubId)}`)
  return roles
}
