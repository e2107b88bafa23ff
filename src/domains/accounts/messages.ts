/** Texts of the admin sign-in page. */
export const adminLogin = {
  welcome: 'Welcome to the admin dashboard',
  unverified: 'Failed to verify admin credentials',
};
