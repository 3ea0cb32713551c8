export type Severity = 'notice' | 'warning' | 'urgent'
