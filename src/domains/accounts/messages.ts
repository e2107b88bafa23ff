/** What the back office's way in says. */
export const adminLogin = {
  welcome: 'Welcome to the admin dashboard',
  unverified: 'Failed to verify admin credentials',
};
