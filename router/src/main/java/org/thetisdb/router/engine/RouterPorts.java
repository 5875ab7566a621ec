package org.thetisdb.router.engine;

import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.thetisdb.core.net.Transport;
import org.thetisdb.core.security.SystemNonces;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.replication.membership.Membership;
import org.thetisdb.router.catalog.JarLoader;
import org.thetisdb.router.login.AuditLog;
import org.thetisdb.router.login.FirstPassword;
import org.thetisdb.router.routing.AccessTrace;
import org.thetisdb.router.routing.reshape.LoadReshaping;
import org.thetisdb.router.routing.reshape.ReshapePolicy;
import org.thetisdb.router.scheme.registry.RouterSchemes;
import org.thetisdb.sql.call.SqlServices;

/**
 * The world as a router meets it.
 *
 * @param scheduler the one line on which the router lives; time comes from its clock
 * @param random seeded; decides which updates are sampled, where reads go, and the seeds of
 *     procedures
 * @param jarLoader makes procedures of uploaded jars
 * @param sql how SQL is compiled
 * @param reshaping decides about borders of ranges, if the scheme spreads anything
 * @param trace hears what is accessed together
 * @param schemes those that it knows, and their families
 * @param nonces texts that nobody can guess, for logins
 * @param audit takes down who did what
 * @param firstPassword makes the password of a cluster's first user
 */
public record RouterPorts(
    Transport transport,
    Scheduler scheduler,
    RandomGenerator random,
    Membership membership,
    JarLoader jarLoader,
    SqlServices sql,
    ReshapePolicy.Factory reshaping,
    AccessTrace trace,
    RouterSchemes schemes,
    Supplier<String> nonces,
    AuditLog audit,
    FirstPassword firstPassword) {
  /** Borders that follow the load. */
  public RouterPorts(
      Transport transport,
      Scheduler scheduler,
      RandomGenerator random,
      Membership membership,
      JarLoader jarLoader,
      SqlServices sql) {
    this(transport, scheduler, random, membership, jarLoader, sql, LoadReshaping::new);
  }

  /** The same with other borders; nobody hears what is accessed together. */
  public RouterPorts(
      Transport transport,
      Scheduler scheduler,
      RandomGenerator random,
      Membership membership,
      JarLoader jarLoader,
      SqlServices sql,
      ReshapePolicy.Factory reshaping) {
    this(
        transport,
        scheduler,
        random,
        membership,
        jarLoader,
        sql,
        reshaping,
        AccessTrace.NONE,
        RouterSchemes.SHIPPED,
        new SystemNonces(),
        AuditLog.NONE,
        FirstPassword.NONE);
  }

  /** The same over another transport. */
  RouterPorts withTransport(Transport wanted) {
    return new RouterPorts(
        wanted,
        scheduler,
        random,
        membership,
        jarLoader,
        sql,
        reshaping,
        trace,
        schemes,
        nonces,
        audit,
        firstPassword);
  }

  /** The same with a listener that hears what is accessed together. */
  public RouterPorts withTrace(AccessTrace wanted) {
    return new RouterPorts(
        transport,
        scheduler,
        random,
        membership,
        jarLoader,
        sql,
        reshaping,
        wanted,
        schemes,
        nonces,
        audit,
        firstPassword);
  }

  /** The same with a log of who did what. */
  public RouterPorts withAudit(AuditLog wanted) {
    return new RouterPorts(
        transport,
        scheduler,
        random,
        membership,
        jarLoader,
        sql,
        reshaping,
        trace,
        schemes,
        nonces,
        wanted,
        firstPassword);
  }

  /** The same with what makes a first password. */
  public RouterPorts withFirstPassword(FirstPassword wanted) {
    return new RouterPorts(
        transport,
        scheduler,
        random,
        membership,
        jarLoader,
        sql,
        reshaping,
        trace,
        schemes,
        nonces,
        audit,
        wanted);
  }

  /** The same with other schemes. */
  public RouterPorts withSchemes(RouterSchemes wanted) {
    return new RouterPorts(
        transport,
        scheduler,
        random,
        membership,
        jarLoader,
        sql,
        reshaping,
        trace,
        wanted,
        nonces,
        audit,
        firstPassword);
  }
}
