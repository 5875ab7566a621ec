/**
 * The commit log over Kafka: one topic of one partition per site.
 *
 * <p>Engine code calls in from its schedulers and is never blocked; whatever may wait (making a
 * client, finding a broker, reading) does so on threads of this package, and answers hop back to
 * the scheduler that the caller named. Nothing here reports to anybody: Kafka's own telemetry and
 * JMX reporters are switched off.
 */
package org.thetisdb.replication.log.kafka;
