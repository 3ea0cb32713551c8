export interface ElectronRuntime {
  readonly distPath: string
  readonly executable: string
  readonly version: string
  readonly source: 'override' | 'official' | 'registry'
}
export const REGISTRY_LABEL_FILE: string
export function resolveElectron(options?: { quiet?: boolean }): Promise<ElectronRuntime>
