/** What is said when a call did not go well and says nothing itself. */
export const CLIENT = {
  failed: 'That did not work. Please try again.',
  crash: {
    title: 'This page broke.',
    part: 'This part of the window broke.',
    text: 'The scheduler is not affected; beats go on.',
    again: 'Show the page again',
    reload: 'Reload the window',
  },
  notLoaded: {
    title: 'This part of the window could not be loaded.',
    text: 'One of the app’s own files could not be read. The scheduler is not affected; beats go on.',
  },
  undo: 'Undo',
} as const
