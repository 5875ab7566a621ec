package org.thetisdb.router.harness;

import java.util.List;
import org.thetisdb.core.id.PartitionId;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.schema.ColumnType;
import org.thetisdb.core.wire.SiteToRouter.JarEntry;
import org.thetisdb.core.wire.SiteToRouter.Jars;
import org.thetisdb.core.wire.SiteToRouter.TableEntry;
import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.Plan;
import org.thetisdb.procedures.Procedure;
import org.thetisdb.procedures.Table;
import org.thetisdb.procedures.runtime.ProcedureJar;

/** Procedures of the tests. The sites do not run them; only their plans matter. */
public final class Bank {
  public static final int TABLE_ID = 16;
  public static final Table ACCOUNT =
      Table.define("account").key("id", ColumnType.LONG).column("balance", ColumnType.LONG).build();

  /** Writes one row. */
  public static final class Deposit implements Procedure {
    @Override
    public List<Table> tables() {
      return List.of(ACCOUNT);
    }

    public void plan(Plan plan, long account) {
      plan.write(ACCOUNT, account);
    }

    public void run(Context context, long account) {}
  }

  /** Writes two rows. */
  public static final class Transfer implements Procedure {
    @Override
    public List<Table> tables() {
      return List.of(ACCOUNT);
    }

    public void plan(Plan plan, long from, long to) {
      plan.write(ACCOUNT, from).write(ACCOUNT, to);
    }

    public void run(Context context, long from, long to) {}
  }

  /** Reads one row. */
  public static final class Balance implements Procedure {
    @Override
    public List<Table> tables() {
      return List.of(ACCOUNT);
    }

    @Override
    public boolean readOnly() {
      return true;
    }

    public void plan(Plan plan, long account) {
      plan.read(ACCOUNT, account);
    }

    public void run(Context context, long account) {}
  }

  /** Reads two rows. */
  public static final class Compare implements Procedure {
    @Override
    public List<Table> tables() {
      return List.of(ACCOUNT);
    }

    @Override
    public boolean readOnly() {
      return true;
    }

    public void plan(Plan plan, long first, long second) {
      plan.read(ACCOUNT, first).read(ACCOUNT, second);
    }

    public void run(Context context, long first, long second) {}
  }

  /** Has no plan. */
  public static final class Guess implements Procedure {
    @Override
    public List<Table> tables() {
      return List.of(ACCOUNT);
    }

    public void run(Context context, long account) {}
  }

  /** Its plan throws. */
  public static final class Broken implements Procedure {
    @Override
    public List<Table> tables() {
      return List.of(ACCOUNT);
    }

    public void plan(Plan plan, boolean fail) {
      if (fail) {
        throw new IllegalStateException("out of ideas");
      }
    }

    public void run(Context context, boolean fail) {}
  }

  private Bank() {}

  /** A jar's bytes are a name here: "bank", "more", "clash" or something that is no jar. */
  static ProcedureJar load(String name, int version, byte[] jar) {
    return switch (new String(jar, java.nio.charset.StandardCharsets.UTF_8)) {
      case "bank" ->
          ProcedureJar.of(
              name,
              version,
              new Deposit(),
              new Transfer(),
              new Balance(),
              new Compare(),
              new Guess(),
              new Broken());
      case "deposit" -> ProcedureJar.of(name, version, new Deposit());
      default ->
          throw new org.thetisdb.core.error.ThetisException(
              org.thetisdb.core.error.ErrorCode.BAD_JAR, "it is no jar");
    };
  }

  /** What sites have when the bank was uploaded. */
  public static Jars jars() {
    return new Jars(
        VersionVector.ZERO,
        List.of(new JarEntry("bank", 1, bytes("bank"))),
        List.of(new TableEntry(TABLE_ID, ACCOUNT.schema().encode())));
  }

  public static byte[] bytes(String text) {
    return text.getBytes(java.nio.charset.StandardCharsets.UTF_8);
  }

  /** The partition of an account; ten accounts make one. */
  public static long partition(long account) {
    return PartitionId.of(TABLE_ID, Math.floorDiv(account, 10));
  }
}
