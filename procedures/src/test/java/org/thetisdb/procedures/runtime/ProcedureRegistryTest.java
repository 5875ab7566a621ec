package org.thetisdb.procedures.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import example.bank.SendPayment;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.Procedure;
import org.thetisdb.procedures.Table;

/** Jars come, are replaced, and do not step on each other. */
class ProcedureRegistryTest {
  /** Does nothing, under a name of choice. */
  public static final class Nothing implements Procedure {
    private final String name;

    Nothing(String name) {
      this.name = name;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public List<Table> tables() {
      return List.of();
    }

    /** Does nothing. */
    public void run(Context ctx) {}
  }

  private static ProcedureJar jar(String name, int version, String... procedures) {
    Procedure[] all = new Procedure[procedures.length];
    for (int i = 0; i < all.length; i++) {
      all[i] = new Nothing(procedures[i]);
    }
    return ProcedureJar.of(name, version, all);
  }

  @Test
  void aJarIsReplacedAsAWhole() {
    ProcedureRegistry first = ProcedureRegistry.EMPTY.withJar(jar("bank", 1, "Open", "Close"));
    ProcedureRegistry second = first.withJar(jar("bank", 2, "Open", "Audit"));
    assertThat(second.find("Open").jarVersion()).isEqualTo(2);
    assertThat(second.find("Close")).isNull();
    assertThat(second.find("Close", 1)).isSameAs(first.find("Close"));
    assertThat(second.find("Open", 1)).isSameAs(first.find("Open"));
    assertThat(second.find("Open", 2)).isSameAs(second.find("Open"));
    assertThat(second.find("Open", 3)).isNull();
    assertThat(first.find("Audit")).isNull();
    assertThat(second.procedures())
        .extracting(ProcedureDefinition::name)
        .containsExactly("Audit", "Open");
    assertThat(second.jars()).hasSize(1);
  }

  @Test
  void theSameOrAnOlderVersionChangesNothing() {
    ProcedureRegistry registry = ProcedureRegistry.EMPTY.withJar(jar("bank", 2, "Open"));
    assertThat(registry.withJar(jar("bank", 2, "Close"))).isSameAs(registry);
    assertThat(registry.withJar(jar("bank", 1, "Close"))).isSameAs(registry);
  }

  @Test
  void aBoundedNumberOfVersionsIsKept() {
    ProcedureRegistry registry = ProcedureRegistry.EMPTY;
    for (int version = 1; version <= 10; version++) {
      registry = registry.withJar(jar("bank", version, "Open"));
    }
    for (int version = 1; version <= 10; version++) {
      boolean kept = version > 10 - ProcedureRegistry.KEPT_VERSIONS;
      assertThat(registry.find("Open", version) != null).isEqualTo(kept);
    }
  }

  @Test
  void twoJarsMayNotHaveOneProcedure() {
    ProcedureRegistry registry = ProcedureRegistry.EMPTY.withJar(jar("bank", 1, "Open", "Close"));
    assertThatThrownBy(() -> registry.withJar(jar("shop", 2, "Open")))
        .isInstanceOfSatisfying(
            ThetisException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.PROCEDURE_CLASH))
        .hasMessage(
            "Procedure \"Open\" already comes from jar \"bank\". Rename one, or replace that jar.");
    ProcedureRegistry moved =
        registry.withJar(jar("bank", 2, "Close")).withJar(jar("shop", 3, "Open"));
    assertThat(moved.find("Open").jarName()).isEqualTo("shop");
    assertThat(moved.find("Open", 1).jarName()).isEqualTo("bank");
  }

  @Test
  void anUnknownProcedureIsAnError() {
    assertThatThrownBy(() -> ProcedureRegistry.EMPTY.require("Open"))
        .isInstanceOf(ThetisException.class)
        .hasMessageStartingWith("There is no procedure \"Open\".");
  }

  @Test
  void aJarHasEachNameOnceAndOneFormOfEachTable() {
    assertThatThrownBy(() -> jar("bank", 1, "Open", "Open"))
        .hasMessageContaining("it holds two procedures named \"Open\"");
    ProcedureJar jar = ProcedureJar.of("bank", 1, new SendPayment(), new Nothing("a"));
    assertThat(jar.tables()).containsExactly(SendPayment.CHECKING);
    assertThat(jar.find("SendPayment")).isNotNull();
    assertThat(jar.find("Nothing")).isNull();
  }
}
