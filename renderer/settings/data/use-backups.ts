import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { BackupsView } from '../../../shared/contract/archive.ts'
import { useBridge } from '../../client/bridge.ts'

export function useBackups(): { readonly query: UseQueryResult<BackupsView>; refresh(): void } {
  const { api, queries } = useBridge()
  const query = useQuery(api.backups.list.queryOptions({ staleTime: 0 }))
  return { query, refresh: () => void queries.invalidateQueries({ queryKey: api.backups.key() }) }
}
