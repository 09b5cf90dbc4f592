/** The two channels between a window and main. Nothing else is sent on any other. */
export const callChannel = 'pixie:call'
export const eventChannel = 'pixie:event'
