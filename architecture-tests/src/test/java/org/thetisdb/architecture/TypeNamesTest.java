package org.thetisdb.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** A name that stands twice makes each reader look which one is meant. */
class TypeNamesTest {
  @Test
  void noTwoTypesHaveOneName() {
    Map<String, Set<String>> packages = new TreeMap<>();
    for (JavaClass type : ThetisClasses.production()) {
      if (type.isTopLevelClass() && !type.getSimpleName().equals("package-info")) {
        packages
            .computeIfAbsent(type.getSimpleName(), name -> new TreeSet<>())
            .add(type.getPackageName());
      }
    }
    packages.values().removeIf(each -> each.size() == 1);
    assertThat(packages).isEmpty();
  }
}
