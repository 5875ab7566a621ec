/** What strategies that learn from a sample of transactions keep of them. */
package org.thetisdb.router.routing.sample;
