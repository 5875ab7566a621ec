/** Procedures as a user writes them, outside the packages of Thetis: those must not be uploaded. */
package bookshop;
