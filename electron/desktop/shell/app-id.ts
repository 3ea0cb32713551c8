/**
 * The name of the app for the system: the bundle on macOS, the shortcut and the banners on Windows, the component on
 * Linux. What a package says and what the process says must be one, or banners and pins belong to nobody.
 */
export const APP_ID = 'app.threadbeat.desktop'
