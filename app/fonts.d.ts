/** A font file that the build serves; its address. */
declare module "*.woff2" {
  const address: string;
  export default address;
}
